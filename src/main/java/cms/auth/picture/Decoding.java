package cms.auth.picture;

import cms.platform.failure.Failure;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.Semaphore;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** Decodes the middle square of a picture in a small size; the size of the whole is looked at before. */
final class Decoding {
    static final int SIDE = 256;
    private static final int SIDE_MAX = 10_000;
    private static final long PIXELS_MAX = 25_000_000;

    /** Few at a time, because each may take a hundred megabytes for a moment. */
    private static final Semaphore TURN = new Semaphore(1, true);

    private Decoding() {}

    static BufferedImage square(byte[] bytes, PictureFormat format) {
        ImageReader reader = reader(format);
        TURN.acquireUninterruptibly();
        try (MemoryCacheImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
            // The first picture alone, without the texts and profiles that may be packed beside it.
            reader.setInput(in, true, true);
            int width = reader.getWidth(0);
            int height = reader.getHeight(0);
            if (width < 1
                    || height < 1
                    || width > SIDE_MAX
                    || height > SIDE_MAX
                    || (long) width * height > PIXELS_MAX) {
                throw Failure.invalid("The picture has " + width + " x " + height
                        + " pixels; at most 25 million and 10,000 a side are taken.");
            }
            return Orientation.of(bytes, format).upright(shrunk(middle(reader, format, width, height)));
        } catch (IOException | RuntimeException broken) {
            throw broken instanceof Failure refused
                    ? refused
                    : Failure.invalid("The picture cannot be decoded.").causedBy(broken);
        } finally {
            TURN.release();
            reader.dispose();
        }
    }

    private static ImageReader reader(PictureFormat format) {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByMIMEType(format.mediaType());
        if (!readers.hasNext()) {
            throw new IllegalStateException("There is no reader of " + format.mediaType() + ".");
        }
        return readers.next();
    }

    /** The readers of the JDK can leave out most of a large picture while they read; the one for WebP cannot. */
    private static BufferedImage middle(ImageReader reader, PictureFormat format, int width, int height)
            throws IOException {
        int side = Math.min(width, height);
        Rectangle square = new Rectangle((width - side) / 2, (height - side) / 2, side, side);
        if (format == PictureFormat.WEBP) {
            return reader.read(0).getSubimage(square.x, square.y, side, side);
        }
        ImageReadParam param = reader.getDefaultReadParam();
        int step = Math.max(1, side / (2 * SIDE));
        param.setSourceRegion(square);
        param.setSourceSubsampling(step, step, 0, 0);
        return reader.read(0, param);
    }

    /** Halved until it is near, so that no pixel is skipped, then drawn in the exact size. */
    private static BufferedImage shrunk(BufferedImage picture) {
        BufferedImage now = picture;
        while (now.getWidth() >= 2 * SIDE && now.getHeight() >= 2 * SIDE) {
            now = drawn(now, now.getWidth() / 2, now.getHeight() / 2);
        }
        return drawn(now, SIDE, SIDE);
    }

    private static BufferedImage drawn(BufferedImage picture, int width, int height) {
        boolean opaque = !picture.getColorModel().hasAlpha();
        BufferedImage drawn =
                new BufferedImage(width, height, opaque ? BufferedImage.TYPE_INT_RGB : BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = drawn.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(picture, 0, 0, width, height, null);
        graphics.dispose();
        return drawn;
    }
}
