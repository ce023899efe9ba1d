package cms.platform.pictures;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.w3c.dom.Element;

/** Pictures whose every pixel is known. */
final class Samples {
    static final int RED = 0xffdc1e1e;
    static final int GREEN = 0xff1eb41e;
    static final int BLUE = 0xff1e1edc;
    static final int YELLOW = 0xffe6e61e;

    private static final int PNG_HEAD = 33;

    private Samples() {}

    /** Four quarters: red and green above, blue and yellow below. */
    static BufferedImage quarters(int width, int height) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                boolean left = x < width / 2;
                picture.setRGB(x, y, y < height / 2 ? (left ? RED : GREEN) : (left ? BLUE : YELLOW));
            }
        }
        return picture;
    }

    /** Ten columns of equal width, each of its own grey: 0, 25, 50 and so on. */
    static BufferedImage columns(int width, int height) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        for (int i = 0; i < 10; i++) {
            graphics.setColor(new Color(i * 25, i * 25, i * 25));
            graphics.fillRect(i * width / 10, 0, width / 10, height);
        }
        graphics.dispose();
        return picture;
    }

    /** Left half red, right half nothing at all. */
    static BufferedImage halfTransparent(int width, int height) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width / 2; x++) {
                picture.setRGB(x, y, RED);
            }
        }
        return picture;
    }

    static BufferedImage plain(int width, int height, int colour) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int[] row = new int[width];
        Arrays.fill(row, colour);
        for (int y = 0; y < height; y++) {
            picture.setRGB(0, y, width, 1, row, 0, width);
        }
        return picture;
    }

    static Path write(Path file, BufferedImage picture, String format) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            ImageWriteParam param = writer.getDefaultWriteParam();
            if (format.equals("jpeg")) {
                param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                param.setCompressionQuality(0.98f);
            }
            writer.setOutput(out);
            writer.write(null, new IIOImage(picture, null, null), param);
        } finally {
            writer.dispose();
        }
        return file;
    }

    /**
     * A GIF of plain frames whose left twentieth is black; the first is shown for 100 ms, the next for 200 and so on.
     */
    static Path animation(Path file, int width, int height, int... colours) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            for (int i = 0; i < colours.length; i++) {
                BufferedImage frame = plain(width, height, colours[i]);
                Graphics2D graphics = frame.createGraphics();
                graphics.setColor(Color.BLACK);
                graphics.fillRect(0, 0, width / 20, height);
                graphics.dispose();
                IIOMetadata about =
                        writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(frame), null);
                String format = about.getNativeMetadataFormatName();
                IIOMetadataNode root = (IIOMetadataNode) about.getAsTree(format);
                ((Element) root.getElementsByTagName("GraphicControlExtension").item(0))
                        .setAttribute("delayTime", Integer.toString((i + 1) * 10));
                about.setFromTree(format, root);
                writer.writeToSequence(new IIOImage(frame, null, about), null);
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
        return file;
    }

    /** A WebP of one chunk. */
    static Path lossless(Path file, BufferedImage picture) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByMIMEType("image/webp").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionType("Lossless");
            writer.setOutput(out);
            writer.write(null, new IIOImage(picture, null, null), param);
        } finally {
            writer.dispose();
        }
        return file;
    }

    /** Stills of equal size, all at one place of a transparent canvas. */
    static Path animatedWebp(Path file, int width, int height, int x, int y, Path... stills) throws IOException {
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        ByteBuffer extended =
                little(18).put("VP8X".getBytes(StandardCharsets.US_ASCII)).putInt(10);
        extended.putInt(0x12).putInt(12, width - 1).put(12 + 3, (byte) (height - 1));
        chunks.writeBytes(extended.array());
        chunks.writeBytes(little(14)
                .put("ANIM".getBytes(StandardCharsets.US_ASCII))
                .putInt(6)
                .array());
        for (Path still : stills) {
            byte[] bytes = Files.readAllBytes(still);
            BufferedImage size = ImageIO.read(still.toFile());
            ByteBuffer frame = little(24).put("ANMF".getBytes(StandardCharsets.US_ASCII));
            frame.putInt(16 + bytes.length - 12);
            frame.put(8, (byte) (x / 2)).put(11, (byte) (y / 2));
            frame.put(14, (byte) (size.getWidth() - 1))
                    .put(17, (byte) (size.getHeight() - 1))
                    .put(20, (byte) 100);
            chunks.writeBytes(frame.array());
            chunks.write(bytes, 12, bytes.length - 12);
        }
        ByteBuffer head =
                little(12).put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(chunks.size() + 4);
        head.put("WEBP".getBytes(StandardCharsets.US_ASCII));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head.array());
        chunks.writeTo(out);
        return Files.write(file, out.toByteArray());
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** In milliseconds, of the frames of a WebP. */
    static List<Integer> frameDurations(Path webp) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(webp)).order(ByteOrder.LITTLE_ENDIAN);
        List<Integer> durations = new ArrayList<>();
        int at = 12;
        while (at + 8 <= file.limit()) {
            int length = file.getInt(at + 4);
            if (file.get(at) == 'A' && file.get(at + 3) == 'F') {
                durations.add(file.getInt(at + 8 + 12) & 0xffffff);
            }
            at += 8 + length + length % 2;
        }
        return durations;
    }

    /** With Exif that has an orientation and the name of a camera. */
    static Path turned(Path jpeg, int orientation) throws IOException {
        ByteArrayOutputStream exif = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(exif);
        out.writeBytes("Exif\0\0MM\0*");
        out.writeInt(8);
        out.writeShort(2);
        out.write(new byte[] {1, 0x0f, 0, 2, 0, 0, 0, 10, 0, 0, 0, 38}); // Make, ASCII, at 38
        out.write(new byte[] {1, 0x12, 0, 3, 0, 0, 0, 1, 0, (byte) orientation, 0, 0});
        out.writeInt(0);
        out.writeBytes("SecretCam\0");
        return withSegment(jpeg, 0xe1, exif.toByteArray());
    }

    static Path withProfile(Path jpeg, byte[] profile) throws IOException {
        ByteArrayOutputStream segment = new ByteArrayOutputStream();
        segment.writeBytes("ICC_PROFILE\0".getBytes(StandardCharsets.US_ASCII));
        segment.write(1);
        segment.write(1);
        segment.writeBytes(profile);
        return withSegment(jpeg, 0xe2, segment.toByteArray());
    }

    static Path pngWithProfile(Path png, byte[] profile) throws IOException {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.writeBytes("iCCPlinear\0\0".getBytes(StandardCharsets.US_ASCII));
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(chunk)) {
            deflated.write(profile);
        }
        return withChunk(png, chunk.toByteArray());
    }

    /** @param chunk its name and its content */
    static Path withChunk(Path png, byte[] chunk) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(chunk);
        byte[] whole = Files.readAllBytes(png);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(out);
        data.write(whole, 0, PNG_HEAD);
        data.writeInt(chunk.length - 4);
        data.write(chunk);
        data.writeInt((int) sum.getValue());
        data.write(whole, PNG_HEAD, whole.length - PNG_HEAD);
        return Files.write(png, out.toByteArray());
    }

    private static Path withSegment(Path jpeg, int marker, byte[] content) throws IOException {
        byte[] whole = Files.readAllBytes(jpeg);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(out);
        data.write(whole, 0, 2);
        data.writeShort(0xff00 | marker);
        data.writeShort(content.length + 2);
        data.write(content);
        data.write(whole, 2, whole.length - 2);
        return Files.write(jpeg, out.toByteArray());
    }
}
