package cms.delivery.build;

import static org.assertj.core.api.Assertions.assertThat;

import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The next version of a collection, or of its meta, that is put together gives what the file gives when it is read
 * whole.
 */
class CollectionFileTest {
    private static final String POSTS = ".cms/content/blog/posts/data.json";
    private static final String META = ".cms/meta/posts/data.json";
    private static final int EDITS = 400;
    private static final int ENTRIES = 80;
    private static final List<String> VALUES = List.of(
            "{}",
            "{\"title\": \"Plain\", \"n\": 1.50}",
            "{ \"text\": \"caf\\u00e9, \\\"quoted\\\" } , { \\\\\", \"list\": [1, {\"a\": null}, []] }",
            "{\"title\":\"\u4f60\u597d \ud83c\udf0d\",\"nested\":{\"a\":{\"b\":[[[true]]]}}}",
            "\"only a text\"",
            "[1, 2, 3]",
            "12e3");

    @TempDir
    Path temporary;

    private final long seed = Seeds.next();
    private final Random random = new Random(seed);
    private final List<String[]> entries = new ArrayList<>();
    private final Map<String, String> meta = new TreeMap<>();
    private Instant now = Instant.parse("2026-11-02T08:00:00Z");
    private boolean lines = true;

    /**
     * Shown to fail when an entry that stands twice is not looked for among those that are taken over, and when meta
     * that differs is taken from the version before.
     */
    @Tag("large")
    @Test
    void randomEditsGiveTheBytesOfAFileThatIsReadWhole() {
        for (int entry = 0; entry < ENTRIES; entry++) {
            entries.add(new String[] {"entry-" + entry, value(entry)});
            meta.put("entry-" + entry, stated("published"));
        }
        try (ScratchRepository scratch = new ScratchRepository(temporary)) {
            scratch.commit(ChangeSet.builder()
                    .put(".cms/config.json", "{\"locales\":{\"default\":\"en\",\"supported\":[\"en\",\"de\"]}}")
                    .put(".cms/models/posts.json", "{\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":false}")
                    .build());
            SiteBuilder incremental = new SiteBuilder("", new Renderings().of("ada/site"));
            for (int edit = 0; edit < EDITS; edit++) {
                edit(edit);
                CommitId commit = scratch.commit(ChangeSet.builder()
                        .put(POSTS, file(entries))
                        .put(META, file(metaMembers()))
                        .build());
                now = now.plus(Duration.ofMinutes(random.nextInt(20)));
                Site spliced = build(scratch, incremental, commit);
                Site whole = build(scratch, new SiteBuilder("", Renderings.none()), commit);
                String where = "seed " + seed + ", edit " + edit;
                assertThat(texts(spliced)).as(where).isEqualTo(texts(whole));
                assertThat(spliced.errors()).as(where).isEqualTo(whole.errors());
                assertThat(spliced.nextChange()).as(where).isEqualTo(whole.nextChange());
            }
        }
    }

    @Test
    void onlyTheMembersThatDifferAreParsed() {
        String last = "\"d\": \"" + "x".repeat(200) + "\"";
        byte[] before = utf8("{\"a\": 1, \"b\": {\"c\": 2}, " + last + "}");
        MemberSpans spans = Objects.requireNonNull(MemberSpans.of(before, List.of("a", "b", "d")));
        byte[] after = utf8("{\"a\": 1, \"b\": {\"c\": 33}, \"e\": 4, " + last + "}");
        MemberSpans.Later later = Objects.requireNonNull(spans.later(before, after));
        assertThat(later.same()).isEqualTo(1);
        assertThat(later.sameAtEnd()).isEqualTo(1);
        assertThat(later.spans().names()).containsExactly("a", "b", "e", "d");
        assertThat(parts(after, later.spans())).containsExactly("\"a\": 1", "\"b\": {\"c\": 33}", "\"e\": 4", last);
        byte[] cut = Arrays.copyOf(after, after.length - 1);
        assertThat(spans.later(before, cut)).isNull();
    }

    private static List<String> parts(byte[] text, MemberSpans spans) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < spans.count(); i++) {
            int start = spans.starts()[i];
            parts.add(new String(text, start, spans.ends()[i] - start, StandardCharsets.UTF_8));
        }
        return parts;
    }

    private void edit(int number) {
        int place = random.nextInt(entries.size());
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> entries.get(place)[1] = value(number);
            case 3 -> entries.add(place, new String[] {"new \\\" " + number, value(number)});
            case 4 -> entries.remove(entries.size() > ENTRIES / 2 ? place : entries.size() - 1);
            case 5 -> Collections.swap(entries, place, random.nextInt(entries.size()));
            case 6 -> lines = random.nextInt(4) > 0;
            default -> {
                String status = random.nextBoolean() ? "draft" : "published";
                Instant until = now.plus(Duration.ofMinutes(random.nextInt(60)));
                meta.put(
                        entries.get(place)[0],
                        random.nextInt(3) == 0 ? "{\"expire_at\": \"" + until + "\"}" : stated(status));
            }
        }
        if (entries.isEmpty()) {
            entries.add(new String[] {"last " + number, value(number)});
        }
    }

    private String value(int number) {
        String some = VALUES.get(random.nextInt(VALUES.size()));
        return random.nextInt(3) > 0 ? "{\"title\": \"Number " + number + " " + "long ".repeat(12) + "\"}" : some;
    }

    private static String stated(String status) {
        return "{\"status\": \"" + status + "\", \"updated_by\": \"somebody@with.a.long.name.example\"}";
    }

    /** The file as it should be, but for every sixth: what stands twice, is cut off, or is no map at all. */
    private byte[] file(List<String[]> members) {
        byte[] good = utf8(object(members));
        return switch (random.nextInt(30)) {
            case 0 -> utf8(object(members).replaceFirst("\\{", "{\"" + members.getLast()[0] + "\": {},"));
            case 1 -> Arrays.copyOf(good, random.nextInt(good.length));
            case 2 -> {
                good[random.nextInt(good.length)] = (byte) random.nextInt(256);
                yield good;
            }
            case 3 -> utf8("\ufeff" + object(members));
            case 4 -> utf8("[{\"id\": \"one\", \"text\": \"" + "long ".repeat(1_500) + "\"}]");
            default -> good;
        };
    }

    private String object(List<String[]> members) {
        String between = lines ? ",\n  " : ",";
        return members.stream()
                .map(member -> '"' + member[0] + (lines ? "\": " : "\":") + member[1])
                .collect(Collectors.joining(between, lines ? "{\n  " : "{", lines ? "\n}\n" : "}"));
    }

    private List<String[]> metaMembers() {
        return meta.entrySet().stream()
                .map(member -> new String[] {member.getKey(), member.getValue()})
                .toList();
    }

    private Site build(ScratchRepository scratch, SiteBuilder builder, CommitId commit) {
        var input = new SiteBuilder.Input(
                scratch.repository().tree(commit), commit.sha(), "main", now, Site.Before.nothing(), BodySink.none());
        return builder.build(input, (model, number, total) -> {});
    }

    private static Map<String, String> texts(Site site) {
        Map<String, String> texts = new TreeMap<>();
        site.files().forEach((path, body) -> texts.put(path, new String(body.bytes(), StandardCharsets.UTF_8)));
        return texts;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
