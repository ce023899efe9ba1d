package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("scenario")
class AvatarTest {
    private static final String PATH = "/api/profile/avatar";
    private static TestApp app;
    private static Person ada;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        ada = Person.signIn(app.url(), "ada@example.com");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void everyKindOfPictureBecomesASmallWebp() throws IOException {
        for (String format : new String[] {"png", "jpg", "gif", "webp", "bmp"}) {
            Reply reply = upload(picture(format, 900, 500));
            if (format.equals("bmp")) {
                reply.is(400);
                continue;
            }
            BufferedImage seen = decoded(reply.is(200));
            assertThat(seen.getWidth()).as(format).isEqualTo(256);
            assertThat(seen.getHeight()).isEqualTo(256);
            // The middle square of a picture that is red on its left and blue on its right.
            assertThat(isNear(seen.getRGB(60, 128), Color.RED)).as(format).isTrue();
            assertThat(isNear(seen.getRGB(196, 128), Color.BLUE)).as(format).isTrue();
        }
        assertThat(ada.http().get("/api/auth/me").json().at("/user/avatarUrl").asString())
                .startsWith("data:image/webp;base64,");
        ada.http().delete(PATH).is(200);
        assertThat(ada.http().get("/api/auth/me").json().at("/user/avatarUrl").isNull())
                .isTrue();
    }

    /** What is red on its left lies as the camera was held; each of the eight fails when the turn is left out. */
    @Tag("large")
    @Test
    void aPictureOfAPhoneStandsUpright() throws IOException {
        Map<Integer, int[]> redAt = Map.of(
                1,
                new int[] {60, 128},
                2,
                new int[] {196, 128},
                3,
                new int[] {196, 128},
                4,
                new int[] {60, 128},
                5,
                new int[] {128, 60},
                6,
                new int[] {128, 60},
                7,
                new int[] {128, 196},
                8,
                new int[] {128, 196});
        for (boolean littleEndian : new boolean[] {true, false}) {
            redAt.forEach((orientation, red) -> {
                BufferedImage seen = held(orientation, littleEndian);
                assertThat(isNear(seen.getRGB(red[0], red[1]), Color.RED))
                        .as("%d, little-endian %s", orientation, littleEndian)
                        .isTrue();
                assertThat(isNear(seen.getRGB(255 - red[0], 255 - red[1]), Color.BLUE))
                        .as("%d", orientation)
                        .isTrue();
            });
        }
        for (int odd : new int[] {0, 9, 65_535}) {
            assertThat(isNear(held(odd, true).getRGB(60, 128), Color.RED)).isTrue();
        }
    }

    private static BufferedImage held(int orientation, boolean littleEndian) {
        try {
            byte[] jpeg = picture("jpg", 900, 500);
            ByteBuffer exif = ByteBuffer.allocate(36);
            exif.putShort((short) 0xffe1).putShort((short) 34).put("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
            exif.order(littleEndian ? java.nio.ByteOrder.LITTLE_ENDIAN : java.nio.ByteOrder.BIG_ENDIAN);
            exif.put((littleEndian ? "II" : "MM").getBytes(StandardCharsets.US_ASCII));
            exif.putShort((short) 42).putInt(8).putShort((short) 1);
            exif.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) orientation);
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            file.write(jpeg, 0, 2);
            file.writeBytes(exif.array());
            file.write(jpeg, 2, jpeg.length - 2);
            BufferedImage whole = decoded(upload(file.toByteArray()).is(200));
            for (int cut = 4; cut < 36; cut += 3) {
                byte[] shorter = file.toByteArray();
                shorter[2 + cut] ^= (byte) 0xff;
                assertThat(upload(shorter).status()).isIn(200, 400);
            }
            return whole;
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    @Test
    void aSmallPictureGrowsAndALargeOneShrinks() throws IOException {
        assertThat(decoded(upload(picture("png", 1, 1)).is(200)).getWidth()).isEqualTo(256);
        assertThat(decoded(upload(picture("png", 5_000, 4_000)).is(200)).getWidth())
                .isEqualTo(256);
        assertThat(decoded(upload(picture("jpg", 16, 3_000)).is(200)).getWidth())
                .isEqualTo(256);
    }

    @Test
    void theFirstPictureOfAnAnimationIsTaken() throws IOException {
        BufferedImage seen =
                decoded(upload(animation(Color.RED, Color.BLUE, 300)).is(200));
        assertThat(isNear(seen.getRGB(128, 128), Color.RED)).isTrue();
    }

    @Test
    void whatWouldGrowTooLargeIsRefusedBeforeItIsDecoded() throws IOException {
        byte[] png = picture("png", 4, 4);
        ByteBuffer.wrap(png).putInt(16, 30_000).putInt(20, 30_000);
        fixChecksum(png);
        assertThat(upload(png).is(400).text()).contains("16384 pixels an edge");
        byte[] gif = picture("gif", 4, 4);
        int descriptor = indexOf(gif, (byte) 0x2c);
        Arrays.fill(gif, descriptor + 5, descriptor + 9, (byte) 0xff);
        assertThat(upload(gif).is(400).text()).contains("larger than the picture");
        byte[] jpeg = picture("jpg", 4, 4);
        int frame = indexOf(jpeg, (byte) 0xff, (byte) 0xc0);
        Arrays.fill(jpeg, frame + 5, frame + 9, (byte) 0xff);
        upload(jpeg).is(400);
    }

    @Test
    void whatIsNoPictureIsRefused() throws IOException {
        Map<String, byte[]> odd = new LinkedHashMap<>();
        odd.put("nothing", new byte[0]);
        odd.put("text", "hello".getBytes(StandardCharsets.UTF_8));
        odd.put("svg", "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8));
        odd.put("a page behind a GIF's mark", "GIF89a<script>".getBytes(StandardCharsets.UTF_8));
        for (String format : new String[] {"png", "jpg", "gif", "webp"}) {
            byte[] whole = picture(format, 40, 40);
            odd.put("the beginning of " + format, Arrays.copyOf(whole, 24));
        }
        byte[] large = Arrays.copyOf(picture("png", 40, 40), 2 * 1024 * 1024 + 1);
        odd.put("more than 2 MB", large);
        for (Map.Entry<String, byte[]> one : odd.entrySet()) {
            assertThat(upload(one.getValue()).status()).as(one.getKey()).isEqualTo(400);
        }
        upload(new byte[9 * 1024 * 1024]).is(413);
    }

    @Test
    void anOddFormIsRefused() throws IOException {
        byte[] png = picture("png", 4, 4);
        Http http = ada.http();
        http.post(PATH, Map.of("file", "x")).is(415);
        http.post(PATH).is(400);
        form("multipart/form-data", body("b", "file", "a.png", png)).is(400);
        form("multipart/form-data; boundary=other", body("b", "file", "a.png", png))
                .is(400);
        form("multipart/form-data; boundary=b", body("b", "picture", "a.png", png))
                .is(400);
        form("multipart/form-data; boundary=b", body("b", "file", null, png)).is(400);
        form("multipart/form-data; boundary=b", Arrays.copyOf(body("b", "file", "a.png", png), 120))
                .is(400);
        byte[] many = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n"
                .repeat(200)
                .concat("--b--\r\n")
                .getBytes(StandardCharsets.UTF_8);
        form("multipart/form-data; boundary=b", many).is(400);
        byte[] endless = ("--b\r\nContent-Disposition: form-data; name=\"" + "x".repeat(10_000)
                        + "\"\r\n\r\n1\r\n--b--")
                .getBytes(StandardCharsets.UTF_8);
        form("multipart/form-data; boundary=b", endless).is(400);
        form("multipart/form-data; boundary=\"b\"", body("b", "file", "../../etc/a.png", png))
                .is(200);
        new Http(app.url())
                .sendBytes("POST", PATH, "multipart/form-data; boundary=b", body("b", "file", "a", png))
                .is(401);
    }

    private static Reply upload(byte[] file) {
        return form("multipart/form-data; boundary=b", body("b", "file", "me.png", file));
    }

    private static Reply form(String type, byte[] body) {
        return ada.http().sendBytes("POST", PATH, type, body);
    }

    private static byte[] body(String boundary, String name, String fileName, byte[] content) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String file = fileName == null ? "" : "; filename=\"" + fileName + "\"";
        body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"" + file
                        + "\r\nContent-Type: text/html\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }

    private static byte[] picture(String format, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.RED);
        graphics.fillRect(0, 0, width, height);
        graphics.setColor(Color.BLUE);
        graphics.fillRect(width / 2, 0, width, height);
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, format, bytes)).as(format).isTrue();
        return bytes.toByteArray();
    }

    private static byte[] animation(Color first, Color others, int frames) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            for (int i = 0; i < frames; i++) {
                BufferedImage frame = new BufferedImage(20, 20, BufferedImage.TYPE_INT_RGB);
                Graphics2D graphics = frame.createGraphics();
                graphics.setColor(i == 0 ? first : others);
                graphics.fillRect(0, 0, 20, 20);
                graphics.dispose();
                writer.writeToSequence(
                        new IIOImage(
                                frame,
                                null,
                                writer.getDefaultImageMetadata(
                                        ImageTypeSpecifier.createFromRenderedImage(frame), null)),
                        null);
            }
            writer.endWriteSequence();
        }
        return bytes.toByteArray();
    }

    private static BufferedImage decoded(Reply reply) throws IOException {
        String uri = reply.json().get("avatarUrl").asString();
        byte[] webp = Base64.getDecoder().decode(uri.substring("data:image/webp;base64,".length()));
        assertThat(new String(webp, 8, 4, StandardCharsets.US_ASCII)).isEqualTo("WEBP");
        return ImageIO.read(new ByteArrayInputStream(webp));
    }

    private static boolean isNear(int rgb, Color wanted) {
        Color seen = new Color(rgb);
        return Math.abs(seen.getRed() - wanted.getRed()) < 40
                && Math.abs(seen.getGreen() - wanted.getGreen()) < 40
                && Math.abs(seen.getBlue() - wanted.getBlue()) < 40;
    }

    private static void fixChecksum(byte[] png) {
        CRC32 sum = new CRC32();
        sum.update(png, 12, 17);
        ByteBuffer.wrap(png).putInt(29, (int) sum.getValue());
    }

    private static int indexOf(byte[] all, byte... mark) {
        for (int i = 0; i <= all.length - mark.length; i++) {
            if (Arrays.equals(all, i, i + mark.length, mark, 0, mark.length)) {
                return i;
            }
        }
        throw new AssertionError("not there");
    }
}
