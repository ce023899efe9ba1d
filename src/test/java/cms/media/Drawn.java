package cms.media;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import javax.imageio.ImageIO;

/** Pictures for tests, drawn and looked at. */
final class Drawn {
    private Drawn() {}

    /** Left half in one colour, right half in another. */
    static byte[] halves(String format, int width, int height, Color left, Color right) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(left);
        graphics.fillRect(0, 0, width / 2, height);
        graphics.setColor(right);
        graphics.fillRect(width / 2, 0, width - width / 2, height);
        graphics.dispose();
        return written(image, format);
    }

    /** A picture that no other number has. */
    static byte[] stripes(int number) {
        BufferedImage image = new BufferedImage(240, 160, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        for (int x = 0; x < image.getWidth(); x += 10) {
            graphics.setColor(new Color((number * 31 + x * 977) & 0xffffff));
            graphics.fillRect(x, 0, 10, image.getHeight());
        }
        graphics.dispose();
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            image.setRGB(bit, 0, (number >> bit & 1) == 0 ? 0 : 0xffffff);
        }
        return written(image, "png");
    }

    /** A red circle on nothing. */
    static byte[] circle(int size) {
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.RED);
        graphics.fillOval(0, 0, size, size);
        graphics.dispose();
        return written(image, "png");
    }

    /** What no format makes small. */
    static byte[] noise(int size) {
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(1);
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        return written(image, "png");
    }

    static BufferedImage read(byte[] picture) {
        try {
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture));
            if (image == null) {
                throw new IllegalArgumentException("no picture");
            }
            return image;
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }

    private static byte[] written(BufferedImage image, String format) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
