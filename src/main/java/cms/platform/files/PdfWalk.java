package cms.platform.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** PDF: unchanged, without bytes after its end. */
final class PdfWalk implements Walker {
    private static final int TAIL_BYTES = 4 * 1024;
    private static final String END = "%%EOF";

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        String version = in.text(5, 2);
        if (!version.equals("1.") && !version.equals("2.")) {
            throw FileRefusal.type();
        }
        // Readers look for the end near the end of the file, so a longer tail would not open anywhere.
        int tail = (int) Math.min(TAIL_BYTES, in.size());
        String last = new String(in.take(in.size() - tail, tail), StandardCharsets.ISO_8859_1);
        int end = last.lastIndexOf(END);
        if (end < 0) {
            throw FileRefusal.truncated();
        }
        out.copy(0, in.size() - tail + end + END.length());
        out.write((byte) '\n');
        return FileFacts.of(FileKind.PDF, 0, 0);
    }
}
