package cms.agent.attach;

import cms.agent.model.Block;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** A picture, drawn anew within the edge that models take: nothing of the file itself is passed on. */
final class Picture {
    private Picture() {}

    static Block read(FileBytes file) throws Unreadable {
        try (InputStream in = file.stream();
                ImageInputStream image = ImageIO.createImageInputStream(in)) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(image);
            if (!readers.hasNext()) {
                throw new Unreadable("This kind of picture cannot be read; send PNG, JPEG or GIF.");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(image, true, true);
                return drawn(reader);
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException broken) {
            throw new Unreadable("The picture is broken.");
        }
    }

    private static Block drawn(ImageReader reader) throws IOException, Unreadable {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if ((long) width * height > AttachLimits.PIXELS_MAX) {
            throw new Unreadable("The picture has more than 50 megapixels.");
        }
        int longest = Math.max(width, height);
        ImageReadParam param = reader.getDefaultReadParam();
        int step = Math.max(1, longest / (2 * AttachLimits.EDGE_PIXELS_MAX));
        param.setSourceSubsampling(step, step, 0, 0);
        BufferedImage read = reader.read(0, param);
        double scale =
                Math.min(1.0, (double) AttachLimits.EDGE_PIXELS_MAX / Math.max(read.getWidth(), read.getHeight()));
        boolean clear = read.getColorModel().hasAlpha();
        BufferedImage drawn = new BufferedImage(
                Math.max(1, (int) (read.getWidth() * scale)),
                Math.max(1, (int) (read.getHeight() * scale)),
                clear ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = drawn.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(read, 0, 0, drawn.getWidth(), drawn.getHeight(), null);
        graphics.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(drawn, clear ? "png" : "jpeg", out);
        return new Block.Image(
                clear ? "image/png" : "image/jpeg", Base64.getEncoder().encodeToString(out.toByteArray()));
    }
}
