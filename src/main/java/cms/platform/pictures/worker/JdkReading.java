package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;

/** One file as a reader of ImageIO sees it; of an animation its first frame. */
final class JdkReading implements AutoCloseable {
    /** What the reader of JPEG only warns of, with grey in place of what is missing. */
    private static final String CUT_SHORT = "premature end";

    private final FileImageInputStream in;
    private final ImageReader reader;
    private final Path file;
    private final FileKind kind;

    JdkReading(Path file, FileKind kind) throws IOException {
        this.file = file;
        this.kind = kind;
        Iterator<ImageReader> readers = ImageIO.getImageReadersByMIMEType(kind.contentType());
        if (!readers.hasNext()) {
            throw new IOException("ImageIO does not read " + kind);
        }
        this.reader = readers.next();
        this.in = new FileImageInputStream(file.toFile());
        reader.setInput(in, false, false);
    }

    int width() throws IOException {
        return reader.getWidth(0);
    }

    int height() throws IOException {
        return reader.getHeight(0);
    }

    Rows read() throws IOException {
        List<String> warnings = new ArrayList<>();
        reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
        BufferedImage image = kind == FileKind.GIF ? GifFrame.read(reader, file) : reader.read(0);
        if (warnings.stream().anyMatch(warning -> warning.contains(CUT_SHORT))) {
            throw new IOException("cut short");
        }
        return new DecodedRows(image, EmbeddedProfile.of(file, kind));
    }

    @Override
    public void close() throws IOException {
        reader.dispose();
        in.close();
    }
}
