package cms.fuzz;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.MarkdownFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Any bytes are a document or a finding, and a document that was read is written so that it comes back with every
 * value. The input is tried as a whole file and as the inside of a frontmatter block. It fails within seconds when
 * {@code YamlScalar} writes text that looks like a number without quotes.
 */
public final class FrontmatterFuzz {
    /** Of the heap: for each byte of text, and for whatever there is to read. */
    private static final long PER_BYTE = 2_000;

    private static final long ANYWAY = 256 * 1024;

    private FrontmatterFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        comesBack(data);
        comesBack(("---\n" + new String(data, StandardCharsets.UTF_8) + "\n---\nbody\n")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static void comesBack(byte[] data) {
        ContentFile file = Allocation.within(ANYWAY + PER_BYTE * data.length, () -> MarkdownFile.parse("a.md", data));
        if (file instanceof ContentFile.Markdown read) {
            byte[] written = read.file().bytes();
            if (!(MarkdownFile.parse("a.md", written) instanceof ContentFile.Markdown again)) {
                throw new AssertionError("what was written cannot be read");
            }
            if (!CanonicalJson.same(read.file().frontmatter(), again.file().frontmatter())) {
                throw new AssertionError("a value of the frontmatter changed on its way");
            }
            if (!read.file().body().equals(again.file().body())) {
                throw new AssertionError("the body changed on its way");
            }
            if (!Arrays.equals(written, again.file().bytes())) {
                throw new AssertionError("the written form is not a fixed point");
            }
        }
    }
}
