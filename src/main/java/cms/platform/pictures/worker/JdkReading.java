package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** One file decoded by ImageIO; of an animation its first frame. */
final class JdkReading implements AutoCloseable {
    /**
     * Text of the warning with which the JPEG reader accepts a truncated file, whose missing part it fills with grey.
     */
    private static final String CUT_SHORT = "premature end";

    private final ImageInputStream in;
    private final ImageReader reader;
    private final Path file;
    private final FileKind kind;
    private final Optional<WebpFrame> frame;

    JdkReading(Path file, FileKind kind) throws IOException {
        this.file = file;
        this.kind = kind;
        Iterator<ImageReader> readers = ImageIO.getImageReadersByMIMEType(kind.contentType());
        if (!readers.hasNext()) {
            throw new IOException("ImageIO does not read " + kind);
        }
        this.reader = readers.next();
        this.frame = kind == FileKind.WEBP ? WebpFrame.first(file) : Optional.empty();
        this.in = frame.isPresent()
                ? new MemoryCacheImageInputStream(
                        new ByteArrayInputStream(frame.get().file()))
                : new FileImageInputStream(file.toFile());
        reader.setInput(in, false, false);
    }

    int width() throws IOException {
        return frame.isPresent() ? frame.get().width() : reader.getWidth(0);
    }

    int height() throws IOException {
        return frame.isPresent() ? frame.get().height() : reader.getHeight(0);
    }

    PixelRows read() throws IOException {
        List<String> warnings = new ArrayList<>();
        reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
        BufferedImage image = kind == FileKind.GIF ? GifFrame.read(reader, file) : reader.read(0);
        if (warnings.stream().anyMatch(warning -> warning.contains(CUT_SHORT))) {
            throw new IOException("cut short");
        }
        return new DecodedRows(frame.isPresent() ? frame.get().on(image) : image, EmbeddedProfile.of(file, kind));
    }

    @Override
    public void close() throws IOException {
        reader.dispose();
        in.close();
    }
}
