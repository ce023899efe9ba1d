package cms.delivery.build;

/** One delivered file under its path (spec 4.12), for instance {@code content/posts/en.json}. */
record Artefact(String path, DeliveredBytes body) {}
