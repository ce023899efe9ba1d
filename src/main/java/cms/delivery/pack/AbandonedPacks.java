package cms.delivery.pack;

/** Announced in the transaction that ends a build without a release: what the build has stored is removed behind it. */
public record AbandonedPacks(String projectId, String buildId) {}
