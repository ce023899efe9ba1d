package cms.content.check;

import cms.content.api.Finding;
import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parsing, validating and serialising a file of 500 entries of 1 KB, an entry and a document: {@code bench/engine.sh}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EngineBench {
    private static final int ENTRIES = 500;
    private static final String FIELDS = """
        {"id":"posts","name":"Posts","kind":"collection","domain":"blog","i18n":true,"fields":{
          "title":{"type":"string","required":true,"max":120},
          "slug":{"type":"slug","unique":true},
          "body":{"type":"markdown"},
          "mail":{"type":"email"},
          "minutes":{"type":"integer","min":1,"max":60},
          "published_on":{"type":"date"},
          "code":{"type":"string","pattern":"^[A-Z]{2}-\\\\d{4}$"},
          "tags":{"type":"array","items":"string"}}}
        """;

    private EntryCheck check = new EntryCheck(ModelDefinition.parse("posts", (ObjectNode) Json.parse(FIELDS)));
    private ObjectNode entries = Json.object();
    private ObjectNode entry = Json.object();
    private CanonicalJson.WrittenObject written = CanonicalJson.written(entries, Json.object(), null);
    private byte[] file = {};
    private byte[] document = {};
    private Siblings siblings = Siblings.none();

    @Setup
    public void prepare() {
        for (int i = 0; i < ENTRIES; i++) {
            entries.set("%012x".formatted(i), entry(i));
        }
        entry = entry(7);
        file = CanonicalJson.bytes(entries);
        written = CanonicalJson.written(entries, Json.object(), null);
        document = new MarkdownFile(entry, "# Title\n\n" + "Lorem ipsum dolor sit amet. ".repeat(40)).bytes();
        siblings = Siblings.of(entries);
    }

    private static ObjectNode entry(int i) {
        ObjectNode entry = Json.object().put("title", "Entry " + i).put("slug", "entry-" + i);
        entry.put("body", "Lorem ipsum dolor sit amet. ".repeat(32)).put("mail", "ada@example.com");
        entry.put("minutes", 1 + i % 60).put("published_on", "2026-11-20").put("code", "AB-%04d".formatted(i));
        entry.putArray("tags").add("trains").add("maps");
        return entry;
    }

    @Benchmark
    public ContentFile parseFile() {
        return ContentFile.json("posts.json", file);
    }

    @Benchmark
    public byte[] serialiseFile() {
        return CanonicalJson.bytes(entries);
    }

    /** The same file with one entry that differs from the version written before (decision 44). */
    @Benchmark
    public byte[] serialiseOneChange() {
        ObjectNode next = Json.object().setAll(written.members());
        next.set("000000000008", entry);
        return CanonicalJson.written(next, written.members(), written).bytes();
    }

    @Benchmark
    public List<Finding> validateEntry() {
        return check.check(FindingTarget.entry("posts", "en", "000000000007"), entry, siblings);
    }

    @Benchmark
    public ContentFile parseDocument() {
        return MarkdownFile.parse("a.md", document);
    }

    @Benchmark
    public String serialiseDocument() {
        return new String(new MarkdownFile(entry, "Text").bytes(), StandardCharsets.UTF_8);
    }
}
