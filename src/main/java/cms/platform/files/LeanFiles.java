package cms.platform.files;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Checks uploaded files and writes a lean copy of each: only the parts that a decoder or player needs. Unknown parts
 * are left out; a file that is truncated or contradicts itself is refused. No memory is allocated by sizes that a file
 * states.
 */
public final class LeanFiles {
    /** Largest SVG in bytes, so that checking one is as quick as reading it. */
    public static final int DRAWING_BYTES_MAX = 10 << 20;

    private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff};
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte[] EBML = {0x1a, 0x45, (byte) 0xdf, (byte) 0xa3};

    private LeanFiles() {}

    /**
     * Writes the lean copy of {@code source} to {@code target}, a file that is not there yet.
     *
     * @throws Failure UNSUPPORTED_MEDIA_TYPE (code {@code media.type}) for another kind of file, UNPROCESSABLE (code
     *     {@code media.damaged} or {@code media.pixels}) for one that is damaged or too large
     */
    public static FileFacts clean(Path source, Path target) throws IOException {
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Bytes bytes = new Bytes(in);
            LeanFile lean = new LeanFile(out, bytes);
            FileFacts facts = walker(bytes, target.resolveSibling(".")).walk(bytes, lean);
            return facts.ofBytes(lean.written());
        }
    }

    private static Walker walker(Bytes in, Path folder) throws IOException {
        if (in.startsWith(0, JPEG)) {
            return new JpegWalk();
        }
        if (in.startsWith(0, PNG)) {
            return new PngWalk();
        }
        if (in.startsWith(0, ascii("GIF87a")) || in.startsWith(0, ascii("GIF89a"))) {
            return new GifWalk();
        }
        if (in.startsWith(0, ascii("RIFF")) && in.startsWith(8, ascii("WEBP"))) {
            return new WebpWalk();
        }
        if (in.startsWith(4, ascii("ftyp"))) {
            return new IsoWalk();
        }
        if (in.startsWith(0, EBML)) {
            return new EbmlWalk();
        }
        if (in.startsWith(0, ascii("%PDF-"))) {
            return new PdfWalk();
        }
        if (SvgWalk.mayBe(in)) {
            return new SvgWalk(folder);
        }
        throw FileRefusal.type();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
