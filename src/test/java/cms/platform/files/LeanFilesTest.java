package cms.platform.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeanFilesTest {
    @TempDir
    Path folder;

    private int number;

    @Test
    void aJpegKeepsItsPixelsAndItsOrientationAndNothingElse() throws IOException {
        byte[] plain = picture("jpg", 40, 30);
        byte[] secret = "taken by ada at 52.5 13.4".getBytes(StandardCharsets.US_ASCII);
        byte[] exif = join("Exif\0\0".getBytes(StandardCharsets.US_ASCII), Exif.stating(6), secret);
        byte[] marked = join(
                Arrays.copyOf(plain, 2),
                segment(0xe1, exif),
                segment(0xe1, join("http://ns.adobe.com/xap/1.0/\0".getBytes(StandardCharsets.US_ASCII), secret)),
                segment(0xfe, secret),
                segment(0xed, secret),
                Arrays.copyOfRange(plain, 2, plain.length),
                "<script>alert(1)</script>PK\3\4".getBytes(StandardCharsets.US_ASCII));
        FileFacts facts = clean(marked);
        assertThat(facts.kind()).isEqualTo(FileKind.JPEG);
        assertThat(facts.width()).isEqualTo(40);
        assertThat(facts.height()).isEqualTo(30);
        assertThat(facts.orientation()).isEqualTo(6);
        assertThat(text(lean())).doesNotContain("ada", "script", "PK", "adobe");
        assertThat(lean()).endsWith((byte) 0xff, (byte) 0xd9);
        assertThat(samePixels(plain, lean())).isTrue();
        assertThat(clean(lean()).orientation()).isEqualTo(6);
    }

    @Test
    void aPngLosesTextsAndPrivatePartsHoweverLarge() throws IOException {
        byte[] plain = picture("png", 50, 20);
        byte[] large = chunk("prVt", new byte[9_000_000]);
        byte[] marked = join(
                Arrays.copyOf(plain, 33),
                chunk("tEXt", "Author\0ada".getBytes(StandardCharsets.US_ASCII)),
                large,
                Arrays.copyOfRange(plain, 33, plain.length),
                "PK\3\4 zip".getBytes(StandardCharsets.US_ASCII));
        FileFacts facts = clean(marked);
        assertThat(facts.kind()).isEqualTo(FileKind.PNG);
        assertThat(facts.lossless()).isTrue();
        assertThat(lean()).isEqualTo(plain);
    }

    @Test
    void bombsAreRefusedBeforeAnyDecoderSeesThem() throws IOException {
        byte[] head = ByteBuffer.allocate(13)
                .putInt(30_000)
                .putInt(30_000)
                .put(new byte[] {1, 0, 0, 0, 0})
                .array();
        byte[] png = join(
                Arrays.copyOf(picture("png", 1, 1), 8),
                chunk("IHDR", head),
                chunk("IDAT", new byte[110_000]),
                chunk("IEND", new byte[0]));
        refuses(png, "media.pixels");
        byte[] gif = picture("gif", 10, 10);
        int image = indexOf(gif, (byte) 0x2c, 13 + 3 * (2 << (gif[10] & 7)));
        byte[] frame = Arrays.copyOfRange(gif, image, gif.length - 1);
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        many.write(gif, 0, image);
        for (int i = 0; i < 10_000; i++) {
            many.writeBytes(frame);
        }
        many.write(0x3b);
        refuses(many.toByteArray(), "media.pixels");
        refuses(
                ("<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b"
                                + " \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><svg"
                                + " xmlns=\"http://www.w3.org/2000/svg\"><text>&b;</text></svg>")
                        .getBytes(StandardCharsets.UTF_8),
                "media.damaged");
    }

    @Test
    void whatIsTruncatedOrOfAnotherKindIsRefused() throws IOException {
        for (String format : new String[] {"jpg", "png", "gif"}) {
            byte[] whole = picture(format, 60, 40);
            clean(whole);
            for (int cut = 1; cut < 12; cut++) {
                byte[] part = Arrays.copyOf(whole, whole.length * cut / 12);
                refuses(part, "media.");
            }
        }
        refuses("<html><body><svg></svg></body></html>".getBytes(StandardCharsets.UTF_8), "media.type");
        refuses("#!/bin/sh".getBytes(StandardCharsets.UTF_8), "media.type");
        refuses(new byte[0], "media.type");
        refuses("PK\3\4".getBytes(StandardCharsets.US_ASCII), "media.type");
    }

    @Test
    void aDrawingIsWrittenAnewFromWhatCannotRunOrLoad() throws IOException {
        String inner = Base64.getEncoder().encodeToString(picture("png", 4, 4));
        String drawing = """
            <?xml version="1.0"?>
            <!-- secret -->
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120px" height="80"
                 onload="alert(1)" xmlns:x="urn:x">
              <script>alert(1)</script>
              <metadata>ada</metadata>
              <style>@import url(https://evil.example/a.css); .a{fill:red;background:url(https://evil.example/b)} .b{stroke:blue}</style>
              <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
              <rect class="a" width="10" height="10" fill="url(#g)" onclick="alert(1)" style="fill:url(//evil.example/c);stroke:red"/>
              <use href="#g"/><use xlink:href="https://evil.example/d.svg#x"/>
              <image href="data:image/png;base64,INNER" width="4" height="4"/>
              <image href="https://evil.example/e.png"/>
              <a href="javascript:alert(1)"><text x="1">in a link</text></a>
              <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(2)</script></body></foreignObject>
              <set attributeName="href" to="javascript:alert(3)"/>
              <animate attributeName="xlink:href" to="javascript:alert(4)"/>
              <animate attributeName="opacity" to="0" dur="1s"/>
              <text>5 &lt; 6 &amp; <tspan>more</tspan></text>
            </svg>\
            """.replace("INNER", inner);
        FileFacts facts = clean(drawing.getBytes(StandardCharsets.UTF_8));
        assertThat(facts.kind()).isEqualTo(FileKind.SVG);
        assertThat(facts.width()).isEqualTo(120);
        assertThat(facts.height()).isEqualTo(80);
        String lean = text(lean());
        assertThat(lean)
                .doesNotContain(
                        "script",
                        "alert",
                        "onload",
                        "onclick",
                        "evil",
                        "ada",
                        "secret",
                        "foreignObject",
                        "import",
                        "<a ",
                        "<a>",
                        "<set")
                .contains("fill=\"url(#g)\"", ".b{stroke:blue;}", "stroke:red", "href=\"#g\"", "data:image/png;base64,")
                .contains("5 &lt; 6 &amp; <tspan>more</tspan>", "attributeName=\"opacity\"");
        assertThat(clean(lean()).kind()).isEqualTo(FileKind.SVG);
        assertThat(text(lean())).isEqualTo(lean);
    }

    @Test
    void aPdfLosesWhatStandsBehindItsEnd() throws IOException {
        String pdf = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF";
        FileFacts facts = clean((pdf + "\nPK\3\4<script>").getBytes(StandardCharsets.US_ASCII));
        assertThat(facts.kind()).isEqualTo(FileKind.PDF);
        assertThat(text(lean())).isEqualTo(pdf + "\n");
        assertThat(clean("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF".getBytes(StandardCharsets.US_ASCII))
                        .kind())
                .isEqualTo(FileKind.PDF); // readers build its table themselves
        refuses("%PDF-1.7 and then nothing".getBytes(StandardCharsets.US_ASCII), "media.damaged");
    }

    @Tag("large")
    @Test
    void ofMutatedPicturesNoneDoesMoreThanBeRefused() throws IOException {
        Random random = new Random(7);
        for (String format : new String[] {"jpg", "png", "gif"}) {
            byte[] whole = picture(format, 33, 21);
            for (int i = 0; i < 400; i++) {
                byte[] mutated = whole.clone();
                for (int change = 0; change <= random.nextInt(4); change++) {
                    mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
                }
                try {
                    clean(mutated);
                } catch (Failure refused) {
                    assertThat(refused.code()).isPresent();
                    continue;
                }
                byte[] once = lean();
                clean(once);
                assertThat(lean()).isEqualTo(once);
            }
        }
    }

    private FileFacts clean(byte[] bytes) throws IOException {
        Path source = Files.write(folder.resolve("source"), bytes);
        return LeanFiles.clean(source, folder.resolve("lean-" + ++number));
    }

    private byte[] lean() throws IOException {
        return Files.readAllBytes(folder.resolve("lean-" + number));
    }

    private void refuses(byte[] bytes, String code) {
        assertThatThrownBy(() -> clean(bytes))
                .isInstanceOfSatisfying(
                        Failure.class,
                        refused -> assertThat(refused.code().orElse("")).startsWith(code));
    }

    private static boolean samePixels(byte[] one, byte[] other) throws IOException {
        BufferedImage a = ImageIO.read(new java.io.ByteArrayInputStream(one));
        BufferedImage b = ImageIO.read(new java.io.ByteArrayInputStream(other));
        return Arrays.equals(
                a.getRGB(0, 0, a.getWidth(), a.getHeight(), null, 0, a.getWidth()),
                b.getRGB(0, 0, b.getWidth(), b.getHeight(), null, 0, b.getWidth()));
    }

    private static byte[] picture(String format, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < height; y++) {
                image.setRGB(x, y, x * 5 << 16 | y * 7 << 8 | (x ^ y));
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, format, out);
        return out.toByteArray();
    }

    private static byte[] segment(int marker, byte[] content) {
        return join(
                new byte[] {(byte) 0xff, (byte) marker, (byte) (content.length + 2 >> 8), (byte) (content.length + 2)},
                content);
    }

    private static byte[] chunk(String name, byte[] content) {
        byte[] named = join(name.getBytes(StandardCharsets.US_ASCII), content);
        CRC32 sum = new CRC32();
        sum.update(named);
        return join(
                ByteBuffer.allocate(4).putInt(content.length).array(),
                named,
                ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }

    private static int indexOf(byte[] bytes, byte wanted, int from) {
        int at = from;
        while (bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
