package cms.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import cms.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What is put together from entries that were printed before is what would be printed anew. */
final class PrintedPartsTest {
    private static final int STEPS = 400;
    private static final int KEYS = 12;

    private final long seed = Seeds.next();
    private final Random random = new Random(seed);

    /** Shown to fail when the value, the meta or the time of an entry is left out of what its text is taken over by. */
    @Test
    void aCollection() {
        ModelDefinition model = model("collection");
        ObjectNode values = Json.object();
        ObjectNode meta = Json.object();
        Map<String, EntryTime> times = new HashMap<>();
        LocaleContent earlier = null;
        for (int step = 0; step < STEPS; step++) {
            String key = key();
            values = Json.object().setAll(values);
            meta = Json.object().setAll(meta);
            times = new HashMap<>(times);
            switch (random.nextInt(5)) {
                case 0 -> values.remove(key);
                case 1 -> meta.remove(key);
                case 2 -> times.put(key, time(step));
                case 3 -> meta.set(key, Json.object().put("status", "draft").put("step", step));
                default -> values.set(key, Json.object().put("title", "\u00e9 \"" + step));
            }
            ObjectNode sorted = sorted(values);
            LocaleContent next = new LocaleContent(model, "en", sorted, new TreeMap<>(), meta, earlier);
            same(next, new LocaleContent(model, "en", sorted, new TreeMap<>(), meta, null), times);
            earlier = random.nextInt(5) == 0 ? earlier : next;
        }
    }

    /** Shown to fail in the same way. */
    @Test
    void documents() {
        ModelDefinition model = model("document");
        TreeMap<String, MarkdownFile> files = new TreeMap<>();
        ObjectNode meta = Json.object();
        Map<String, EntryTime> times = new HashMap<>();
        LocaleContent earlier = null;
        for (int step = 0; step < STEPS; step++) {
            String key = key();
            files = new TreeMap<>(files);
            meta = Json.object().setAll(meta);
            times = new HashMap<>(times);
            switch (random.nextInt(5)) {
                case 0 -> files.remove(key);
                case 1 -> meta.remove(key);
                case 2 -> times.put(key, time(step));
                case 3 -> meta.set(key, Json.object().put("status", "draft").put("step", step));
                default -> files.put(key, new MarkdownFile(Json.object().put("title", step), "Text " + step));
            }
            LocaleContent next = new LocaleContent(model, "en", null, files, meta, earlier);
            same(next, new LocaleContent(model, "en", null, files, meta, null), times);
            earlier = random.nextInt(5) == 0 ? earlier : next;
        }
    }

    private void same(LocaleContent spliced, LocaleContent whole, Map<String, EntryTime> times) {
        assertThat(text(spliced.contentJson(times))).as("seed " + seed).isEqualTo(text(whole.contentJson(times)));
        assertThat(text(spliced.metaJson(times))).as("seed " + seed).isEqualTo(text(whole.metaJson(times)));
        assertThat(text(spliced.tagsJson())).as("seed " + seed).isEqualTo(text(whole.tagsJson()));
    }

    private String key() {
        return "k" + random.nextInt(KEYS);
    }

    private static EntryTime time(int step) {
        return new EntryTime(Instant.ofEpochSecond(step), Instant.ofEpochSecond(step), "ada@example.com");
    }

    private static ObjectNode sorted(ObjectNode values) {
        ObjectNode sorted = Json.object();
        values.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(member -> sorted.set(member.getKey(), member.getValue()));
        return sorted;
    }

    private static ModelDefinition model(String kind) {
        ObjectNode members = Json.object()
                .put("id", "posts")
                .put("name", "Posts")
                .put("kind", kind)
                .put("domain", "blog")
                .put("i18n", true);
        members.putObject("fields").putObject("title").put("type", "string");
        return ModelDefinition.parse("posts", members);
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
