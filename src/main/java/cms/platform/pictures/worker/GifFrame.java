package cms.platform.pictures.worker;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import org.w3c.dom.Element;

/** The first frame of a GIF on its whole canvas, of which a frame may be a part. */
final class GifFrame {
    private static final int HEAD_BYTES = 6;

    private GifFrame() {}

    static BufferedImage read(ImageReader reader, Path file) throws IOException {
        BufferedImage frame = reader.read(0);
        int width;
        int height;
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.skipNBytes(HEAD_BYTES);
            width = Short.toUnsignedInt(Short.reverseBytes(in.readShort()));
            height = Short.toUnsignedInt(Short.reverseBytes(in.readShort()));
        }
        Element place =
                (Element) ((IIOMetadataNode) reader.getImageMetadata(0).getAsTree("javax_imageio_gif_image_1.0"))
                        .getElementsByTagName("ImageDescriptor")
                        .item(0);
        if (width == frame.getWidth() && height == frame.getHeight()) {
            return frame;
        }
        BufferedImage screen = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = screen.createGraphics();
        graphics.drawImage(
                frame,
                Integer.parseInt(place.getAttribute("imageLeftPosition")),
                Integer.parseInt(place.getAttribute("imageTopPosition")),
                null);
        graphics.dispose();
        return screen;
    }
}
