package cms.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * One file of the studio. Its name holds a digest of its content, so that it never changes.
 *
 * @param gzip the same compressed as well as gzip can
 */
record BundleFile(String contentType, byte[] bytes, byte[] gzip) {
    static BundleFile of(String contentType, byte[] bytes) {
        return new BundleFile(contentType, bytes, compress(bytes));
    }

    private static byte[] compress(byte[] bytes) {
        var all = new ByteArrayOutputStream(bytes.length / 3);
        try (var out = new Smallest(all)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return all.toByteArray();
    }

    private static final class Smallest extends GZIPOutputStream {
        Smallest(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
