package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file becomes in memory is bounded, whatever its bytes are; each row was some gigabytes of heap. */
@Tag("large")
class ValueBudgetTest {
    private static final int FILE_BYTES = 40 << 20;

    /** A tree that was refused may have been half made, and its text stands in memory too. */
    private static final long ALLOCATED_MAX = 2 * (cms.platform.heap.HeapShare.TEXT.bytes()) + 4L * FILE_BYTES;

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "lists in lists   ~ {\"a\":[        ~ [[[[[[[[[[[[]]]]]]]]]]]],   ~ 0]}",
                "empty objects    ~ {\"a\":[        ~ {},                         ~ 0]}",
                "one member each  ~ {\"a\":[        ~ {\"a\":{\"a\":{\"a\":1}}}, ~ 0]}",
                "short texts      ~ {\"a\":[        ~ \"\",                       ~ 0]}",
                "digits           ~ {\"a\":[        ~ 1,                          ~ 0]}",
            })
    void aFileOfManyValuesIsUnreadable(String kind, String start, String piece, String end) {
        byte[] file = filled(start, piece, end);

        Bounded read = bounded(() -> ContentFile.json("a.json", file));

        assertThat(read.message()).as(kind).contains("values");
        assertThat(read.allocated()).as(kind).isLessThan(ALLOCATED_MAX);
    }

    @Test
    void aFileOfManyNamesIsUnreadable() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 2_100_000; i++) {
            text.append("\"").append(Integer.toString(i, 36)).append("\":1,");
        }
        byte[] file = text.append("\"\":1}").toString().getBytes(StandardCharsets.UTF_8);

        assertThat(bounded(() -> ContentFile.json("a.json", file)).message()).contains("values");
    }

    @Test
    void frontmatterOfManyValuesIsUnreadable() {
        String flow = "---\na: [" + "{},".repeat(1_300_000) + "1]\n---\n";
        byte[] file = flow.getBytes(StandardCharsets.UTF_8);

        assertThat(bounded(() -> MarkdownFile.parse("a.md", file)).message()).contains("values");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "nested lists ~ `- - - - - - - - - - - - - - - a\n`",
                "quotes       ~ `> > > > > > > > > > > > > > > a\n`",
                "numbers      ~ `1. 1. 1. 1. 1. 1. 1. 1. 1. 1. a\n`",
                "links        ~ `[a](b) ![c](d) <http://e.f> `",
                "lines        ~ `a\n`"
            })
    void aDocumentOfManyMarksIsUnreadable(String kind, String piece) {
        byte[] file = filled("", piece.replace("\\n", "\n"), "");

        assertThat(bounded(() -> MarkdownFile.parse("a.md", file)).message())
                .as(kind)
                .contains("marks of Markdown");
    }

    @Test
    void anHonestFileIsRead() {
        byte[] list = ("{\"a\":[" + "1,".repeat(1_000_000) + "1]}").getBytes(StandardCharsets.UTF_8);
        byte[] book =
                "It was a dark and stormy night, and so on\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);

        assertThat(ContentFile.json("a.json", list)).isInstanceOf(ContentFile.Json.class);
        assertThat(MarkdownFile.parse("a.md", book)).isInstanceOf(ContentFile.Markdown.class);
    }

    private record Bounded(String message, long allocated) {}

    private static Bounded bounded(Supplier<ContentFile> reading) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        ContentFile read = reading.get();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(read).isInstanceOf(ContentFile.Unreadable.class);
        return new Bounded(((ContentFile.Unreadable) read).message(), allocated);
    }

    private static byte[] filled(String start, String piece, String end) {
        return (start.strip()
                        + piece.strip().concat(piece.endsWith("\n") ? "\n" : "").repeat(FILE_BYTES / piece.length())
                        + end)
                .getBytes(StandardCharsets.UTF_8);
    }
}
