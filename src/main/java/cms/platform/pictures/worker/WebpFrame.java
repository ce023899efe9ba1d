package cms.platform.pictures.worker;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The first frame of an animated WebP as a file of its own, for a decoder of still pictures
 * (developers.google.com/speed/webp/docs/riff_container).
 *
 * @param file the still picture
 * @param x of the frame on its canvas
 * @param width of the canvas
 */
record WebpFrame(byte[] file, int x, int y, int width, int height) {
    private static final int HEAD_BYTES = 12;
    private static final int CHUNK_HEAD_BYTES = 8;
    private static final int FRAME_HEAD_BYTES = 16;
    private static final int EXTENDED_BYTES = 10;
    private static final int ALPHA = 0x10;
    private static final int LOW_24_BITS = 0xffffff;

    /** The first frame; empty for a still picture. */
    static Optional<WebpFrame> first(Path path) throws IOException {
        ByteBuffer webp = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        int width = 0;
        int height = 0;
        long at = HEAD_BYTES;
        while (at + CHUNK_HEAD_BYTES + FRAME_HEAD_BYTES <= webp.limit()) {
            int chunk = (int) at;
            int length = webp.getInt(chunk + Integer.BYTES);
            int content = chunk + CHUNK_HEAD_BYTES;
            String name = new String(webp.array(), chunk, Integer.BYTES, StandardCharsets.US_ASCII);
            if (length < 0 || (long) content + length > webp.limit()) {
                throw new IOException("a chunk that goes beyond its file");
            }
            if (name.equals("VP8X")) {
                width = (webp.getInt(content + 4) & LOW_24_BITS) + 1;
                height = (webp.getInt(content + 6) >>> 8) + 1;
            } else if (name.equals("ANMF")) {
                return Optional.of(of(webp.slice(content, length).order(ByteOrder.LITTLE_ENDIAN), width, height));
            }
            at = (long) content + length + length % 2;
        }
        return Optional.empty();
    }

    /** The decoded frame on its canvas. */
    BufferedImage on(BufferedImage frame) {
        BufferedImage canvas = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = canvas.createGraphics();
        graphics.drawImage(frame, x, y, null);
        graphics.dispose();
        return canvas;
    }

    private static WebpFrame of(ByteBuffer frame, int width, int height) {
        byte[] parts = new byte[frame.limit() - FRAME_HEAD_BYTES];
        frame.get(FRAME_HEAD_BYTES, parts);
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES + CHUNK_HEAD_BYTES + EXTENDED_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        head.put("RIFF".getBytes(StandardCharsets.US_ASCII));
        head.putInt(head.capacity() - CHUNK_HEAD_BYTES + parts.length);
        head.put("WEBPVP8X".getBytes(StandardCharsets.US_ASCII));
        head.putInt(EXTENDED_BYTES);
        head.putInt(ALPHA);
        // Width and height of three bytes each, less one, as they stand in the frame.
        head.put(frame.array(), frame.arrayOffset() + 6, 6);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(head.array());
        file.writeBytes(parts);
        return new WebpFrame(
                file.toByteArray(),
                (frame.getInt(0) & LOW_24_BITS) * 2,
                (frame.getInt(3) & LOW_24_BITS) * 2,
                width,
                height);
    }
}
