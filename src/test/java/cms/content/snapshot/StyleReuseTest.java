package cms.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.HealthItem;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import cms.testing.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What is counted onwards from one version of content to the next is what would be counted anew. */
final class StyleReuseTest {
    private static final int STEPS = 600;

    private final long seed = Seeds.next();
    private final Random random = new Random(seed);
    private final ModelDefinition posts = model("posts", "collection");
    private final ModelDefinition pages = model("pages", "document");

    /** Shown to fail when meta is not compared, and when the old state of an entry stays counted. */
    @Test
    void whatIsCountedOnwardsIsWhatWouldBeCountedAnew() {
        ObjectNode values = Json.object();
        SortedMap<String, MarkdownFile> documents = new TreeMap<>();
        ObjectNode meta = Json.object();
        LocaleContent post = content(posts, values, new TreeMap<>(), meta, null);
        LocaleContent page = content(pages, null, documents, meta, null);
        for (int step = 0; step < STEPS; step++) {
            values = Json.object().setAll(values);
            documents = new TreeMap<>(documents);
            meta = Json.object().setAll(meta);
            String key = "k" + random.nextInt(8);
            switch (random.nextInt(6)) {
                case 0 -> values.remove(key);
                case 1 -> documents.remove(key);
                case 2 -> documents.put(key, new MarkdownFile(Json.object(), "Text"));
                case 3 -> meta.remove(key);
                case 4 -> meta.set(key, metaOfOne());
                default ->
                    values.set(
                            key,
                            random.nextBoolean()
                                    ? sorted()
                                    : Json.object().put("b", 1).put("a", 2));
            }
            post = content(posts, values, new TreeMap<>(), meta, post);
            page = content(pages, null, documents, meta, page);
            assertThat(found(posts, post))
                    .as("seed " + seed + ", step " + step)
                    .isEqualTo(found(posts, content(posts, values, new TreeMap<>(), meta, null)));
            assertThat(found(pages, page))
                    .as("seed " + seed + ", step " + step)
                    .isEqualTo(found(pages, content(pages, null, documents, meta, null)));
        }
    }

    private ObjectNode sorted() {
        return Json.object().put("a", 1).put("b", 2);
    }

    private ObjectNode metaOfOne() {
        ObjectNode one = Json.object().put("status", random.nextBoolean() ? "draft" : "published");
        if (random.nextInt(3) == 0) {
            one.put("publish_at", random.nextBoolean() ? "soon" : "2026-05-01T00:00:00Z");
        }
        return one;
    }

    private static List<HealthItem> found(ModelDefinition model, LocaleContent content) {
        ModelContent.Origin origin = new ModelContent.Origin(Optional.empty(), Optional.empty(), "en");
        ModelContent.ModelSources sources = new ModelContent.ModelSources(List.of(), List.of(), 0, 0);
        return StyleWarnings.items(List.of(new ModelContent(model, origin, Map.of("en", content), sources, null)));
    }

    private static LocaleContent content(
            ModelDefinition model,
            @Nullable ObjectNode values,
            SortedMap<String, MarkdownFile> documents,
            ObjectNode meta,
            @Nullable LocaleContent earlier) {
        return new LocaleContent(model, "en", values, documents, meta, earlier);
    }

    private static ModelDefinition model(String id, String kind) {
        ObjectNode members = Json.object()
                .put("id", id)
                .put("name", id)
                .put("kind", kind)
                .put("domain", "blog")
                .put("i18n", true);
        members.putObject("fields").putObject("title").put("type", "string");
        return ModelDefinition.parse(id, members);
    }
}
