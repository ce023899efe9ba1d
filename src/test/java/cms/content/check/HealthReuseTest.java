package cms.content.check;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.HealthItem;
import cms.format.ContentFile;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.platform.json.Json;
import cms.testing.Seeds;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The health that takes over what it knows of entries is the health that would be found anew. */
final class HealthReuseTest {
    private static final int STEPS = 400;
    private static final String FIELDS = """
        {"title":{"type":"string","required":true,"max":8},"sku":{"type":"string","unique":true},
         "maker":{"type":"object","fields":{"code":{"type":"string","unique":true}}},
         "next":{"type":"relation","model":"posts"}}
        """;

    private final long seed = Seeds.next();
    private final Random random = new Random(seed);
    private final ModelDefinition posts = model("posts", "collection");
    private final ModelDefinition pages = model("pages", "document");

    private record View(Collection<ModelDefinition> models, ObjectNode values, Map<String, MarkdownFile> pages)
            implements ParsedProject {
        @Override
        public Optional<ProjectConfig> config() {
            return Optional.of(new ProjectConfig((ObjectNode) Json.parse(
                    "{\"version\":1,\"domains\":[\"blog\"],\"locales\":{\"default\":\"en\",\"supported\":[\"en\"]}}")));
        }

        @Override
        public Optional<ObjectNode> values(ModelDefinition model, String locale) {
            return Optional.of(values);
        }

        @Override
        public Map<String, MarkdownFile> documents(ModelDefinition model, String locale) {
            return pages;
        }

        @Override
        public List<ContentFile.Unreadable> unreadable() {
            return List.of();
        }

        @Override
        public String ownerOf(ContentFile.Unreadable file) {
            return HealthItem.CONFIG;
        }
    }

    /**
     * Shown to fail when an entry that had an error counts as faultless, when fields that are unique are not compared
     * again (at the top, and inside of objects), and when it does not matter whether an entry is the same.
     */
    @Test
    void whatIsKnownOfEntriesIsWhatWouldBeFound() {
        assertTheSameIsFound(this::entry);
    }

    /** Shown to fail when of a single entry that is not the same its earlier relations are kept. */
    @Test
    void oneEntryAmongFaultlessOnesIsLookedAtAlone() {
        assertTheSameIsFound(this::faultless);
    }

    private void assertTheSameIsFound(Supplier<ObjectNode> entry) {
        ObjectNode values = Json.object();
        TreeMap<String, MarkdownFile> documents = new TreeMap<>();
        ProjectHealth health = ProjectHealth.of(new View(List.of(posts, pages), values, documents));
        for (int step = 0; step < STEPS; step++) {
            String key = "k" + random.nextInt(8);
            values = Json.object().setAll(values);
            documents = new TreeMap<>(documents);
            switch (random.nextInt(6)) {
                case 0 -> values.remove(key);
                case 1 -> documents.remove(key);
                case 2 -> documents.put(key, new MarkdownFile(entry.get(), "Text"));
                case 3 -> values.set(key, random.nextInt(4) == 0 ? StringNode.valueOf("no entry") : entry.get());
                default -> values.set(key, entry.get());
            }
            View view = new View(List.of(posts, pages), values, documents);
            health = health.next(view);
            assertThat(health.items())
                    .as("seed " + seed + ", step " + step)
                    .isEqualTo(ProjectHealth.of(view).items());
        }
    }

    private ObjectNode faultless() {
        ObjectNode entry = Json.object().put("title", "t".repeat(1 + random.nextInt(8)));
        return random.nextInt(2) == 0 ? entry.put("next", "k" + random.nextInt(8)) : entry;
    }

    private ObjectNode entry() {
        ObjectNode entry = Json.object().put("title", "t".repeat(1 + random.nextInt(9)));
        if (random.nextInt(2) == 0) {
            entry.put("sku", "s" + random.nextInt(4));
        }
        if (random.nextInt(2) == 0) {
            entry.putObject("maker").put("code", "c" + random.nextInt(4));
        }
        if (random.nextInt(2) == 0) {
            entry.put("next", "k" + random.nextInt(8));
        }
        return entry;
    }

    private static ModelDefinition model(String id, String kind) {
        ObjectNode members = Json.object()
                .put("id", id)
                .put("name", id)
                .put("kind", kind)
                .put("domain", "blog")
                .put("i18n", true);
        members.set("fields", Json.parse(FIELDS));
        return ModelDefinition.parse(id, members);
    }
}
