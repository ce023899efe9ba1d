package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Random operations of every kind through the routes; what they left, as a clone and as the snapshot, is put into the
 * folder {@code cms.clone} for a check that is written in another language. That check fails when, for instance,
 * {@code JsonWriter} stops sorting or {@code MetaFiles} forgets the meta of a deleted entry.
 */
final class RandomEdits {
    private static final int OPERATIONS = Integer.getInteger("cms.operations", 200);
    private static final long SEED = Long.getLong("cms.seed", System.nanoTime());
    private static final List<String> LOCALES = List.of("en", "de");
    private static final List<String> TEXTS = List.of(
            "plain",
            "1.0",
            "007",
            "null",
            "~",
            "yes",
            "2026-01-02",
            "12:30",
            "- item",
            "a: b",
            "a # b",
            "\"quoted\"",
            "it's",
            "zwei\nZeilen",
            "  edges  ",
            "\ud83d\ude80 über",
            "tab\there",
            "line\r\nend",
            "&a *b !c",
            "[1, 2]",
            "{x: y}",
            "---",
            "%x",
            "\u2028",
            "\\n",
            "<b>&amp;</b>");

    @TempDir
    private Path data;

    private final Random random = new Random(SEED);
    private final List<String> refused = new ArrayList<>();
    private Person ada;
    private String p = "";
    private int written;

    @Test
    void leaveAProjectForAnotherReader() throws IOException {
        new Report().line("random edits: seed %d", SEED);
        Path target = Path.of(System.getProperty("cms.clone", "target/clone-check"));
        Files.createDirectories(target);
        ServiceProcess service = ServiceProcess.start(data, Map.of());
        try (service) {
            ada = Person.signIn(service.url(), "ada@example.com");
            String workspaceId = ada.primaryWorkspace();
            p = "/api/workspaces/" + workspaceId + "/projects/"
                    + World.connect(ada, workspaceId, "starters/blog", "blog");
            for (int i = 0; i < OPERATIONS; i++) {
                operate();
            }
            deleteWhatTheFrontPageLeadsWith();
            Reply snapshot = ada.http().get(p + "/brain/sync").is(200);
            Reply health = ada.http().get(p + "/health").is(200);
            GitClient clone = GitClient.clone(target, ada, "ada/blog");
            Files.write(clone.folder().resolve("snapshot.json"), snapshot.body());
            Files.write(clone.folder().resolve("health.json"), health.body());
            Files.writeString(target.resolve("latest"), clone.folder().toAbsolutePath() + "\n");
        }
        assertThat(written).as("written, refused were %s", refused).isGreaterThan(OPERATIONS / 2);
        new Report().line("random edits: %d operations (seed %d), %d of them wrote", OPERATIONS, SEED, written);
    }

    /** A relation may outlive its target; then the health has to name it (reference 1.5). */
    private void deleteWhatTheFrontPageLeadsWith() {
        String lead = ada.http()
                .get(p + "/brain/sync")
                .is(200)
                .json()
                .at("/content/home:en/lead_post")
                .asString();
        for (String locale : LOCALES) {
            ObjectNode body = object().put("locale", locale);
            ada.http().send("DELETE", p + "/content/posts", body.set("entryIds", list(lead)));
        }
    }

    private void operate() {
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> send("POST", "/content/posts", entries("posts", this::post));
            case 4 -> send("POST", "/content/categories", entries("categories", this::category));
            case 5, 6 -> send("POST", "/content/guides", guide());
            case 7 -> send("POST", "/content/labels", localised().set("data", labels()));
            case 8 -> send("POST", "/content/home", localised().set("data", home()));
            case 9 -> send("POST", "/content/settings", object().set("data", settings()));
            case 10 -> send("PATCH", "/content/posts/status", status());
            case 11 -> send("PATCH", "/content/posts/schedule", schedule());
            case 12 -> send("DELETE", "/content/posts", localised().set("entryIds", list(anId("posts"))));
            case 13 ->
                send(
                        "POST",
                        "/content/posts/copy-locale",
                        object().put("from", "en").put("to", "de"));
            case 14 -> send("PATCH", "/vocabulary", vocabulary());
            case 15 -> send("PUT", "/models/extra" + random.nextInt(3), model());
            default -> throw new AssertionError();
        }
    }

    private void send(String method, String path, JsonNode body) {
        Reply reply = ada.http().send(method, p + path, body);
        assertThat(reply.status()).as(reply.text()).isLessThan(500);
        boolean wrote = reply.status() == 200
                && !reply.json().at("/validation/valid").asString("true").equals("false");
        if (wrote) {
            written++;
        } else {
            refused.add(method + " " + path + " " + body + " " + reply.text());
        }
    }

    private ObjectNode entries(String model, java.util.function.Supplier<ObjectNode> entry) {
        ObjectNode body = localised();
        ObjectNode entries = body.putObject("data");
        for (int i = random.nextInt(3); i >= 0; i--) {
            entries.set(random.nextBoolean() ? anId(model) : "%012x".formatted(random.nextLong(1L << 47)), entry.get());
        }
        return body;
    }

    private ObjectNode post() {
        ObjectNode post = object().put("title", text());
        maybe(() -> post.put("excerpt", text()));
        maybe(() -> post.put("body", text() + "\n\n" + text()));
        maybe(() -> post.put("featured", random.nextBoolean()));
        maybe(() -> post.put("reading_minutes", 1 + random.nextInt(60)));
        maybe(() -> post.put("published_on", "2026-0" + (1 + random.nextInt(9)) + "-15"));
        maybe(() -> post.set("tags", list(text(), text())));
        maybe(() -> post.put("format", random.nextBoolean() ? "essay" : "note"));
        maybe(() -> post.putNull("cover"));
        maybe(() -> post.put("author", anId("authors")));
        return post;
    }

    private ObjectNode category() {
        ObjectNode category = object().put("title", "c" + random.nextInt(1_000));
        maybe(() -> category.put("color", "#a0b1c2"));
        maybe(() -> category.put("description", text()));
        return category;
    }

    private ObjectNode guide() {
        ObjectNode body = localised().put("slug", "guide-" + random.nextInt(8));
        ObjectNode members = body.putObject("data").put("title", text());
        maybe(() -> members.put("summary", text()));
        maybe(() -> members.put("printable", random.nextBoolean()));
        maybe(() -> members.put("updated_on", "2026-03-01"));
        maybe(() -> members.set("tags", list(text(), text(), text())));
        maybe(() -> body.put("body", "# " + text() + "\n\n" + text() + "\n"));
        return body;
    }

    private ObjectNode labels() {
        ObjectNode labels = object();
        for (int i = 0; i < 3; i++) {
            labels.put("key." + random.nextInt(20), text());
        }
        return labels;
    }

    private ObjectNode home() {
        ObjectNode home = object().put("headline", text());
        maybe(() -> home.set("highlights", list(text(), text())));
        maybe(() -> home.put("show_newsletter", random.nextBoolean()));
        return home;
    }

    private ObjectNode settings() {
        ObjectNode settings = object().put("site_name", text());
        maybe(() -> settings.put("posts_per_page", 1 + random.nextInt(50)));
        maybe(() -> settings.putNull("theme"));
        return settings;
    }

    private ObjectNode status() {
        ObjectNode body = localised().put("status", random.nextBoolean() ? "published" : "archived");
        return body.set("entryIds", list(anId("posts")));
    }

    private ObjectNode schedule() {
        ObjectNode body = localised();
        body.set("entryIds", list(anId("posts")));
        return random.nextBoolean() ? body.put("publish_at", "2030-01-01T00:00:00Z") : body.putNull("publish_at");
    }

    private ObjectNode vocabulary() {
        ObjectNode body = object();
        body.putObject("terms")
                .putObject("term" + random.nextInt(9))
                .put("en", text())
                .put("de", text());
        return body;
    }

    private ObjectNode model() {
        ObjectNode model = object().put("name", text().strip() + "x").put("kind", "collection");
        model.put("domain", "blog").put("i18n", true);
        ObjectNode fields = model.putObject("fields");
        fields.putObject("title").put("type", "string").put("required", true);
        maybe(() ->
                fields.putObject("count").put("type", "integer").put("min", 1).put("default", 3));
        maybe(() -> fields.putObject("kinds")
                .put("type", "select")
                .putArray("options")
                .add("a")
                .add("b"));
        return model;
    }

    private String anId(String model) {
        String locale = model.equals("authors") ? "en" : LOCALES.get(random.nextInt(LOCALES.size()));
        JsonNode entries =
                ada.http().get(p + "/brain/sync").is(200).json().path("content").path(model + ":" + locale);
        List<String> ids = new ArrayList<>(entries.propertyNames());
        return ids.isEmpty() ? "000000000000" : ids.get(random.nextInt(ids.size()));
    }

    private void maybe(Runnable step) {
        if (random.nextBoolean()) {
            step.run();
        }
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private ObjectNode localised() {
        return object().put("locale", LOCALES.get(random.nextInt(LOCALES.size())));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ArrayNode list(String... items) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        List.of(items).forEach(list::add);
        return list;
    }
}
