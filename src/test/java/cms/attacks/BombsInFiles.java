package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Reply;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files of some megabytes, for the agent and for media, that become much when they are read. */
final class BombsInFiles implements Attack {
    private static final String BOUNDARY = "parts-of-a-form";
    private static final int UNPACKED = IS_LONG ? 180_000_000 : 60_000_000;
    private static final int PADDING = 2_000_000;
    private static final int BUFFER_BYTES = 1 << 16;

    /** Larger ones would not be opened at all. */
    private static final int PACKED_MAX = 29_000_000;

    /** Bodies of eight megabytes, which the attacker has in memory as well. */
    private static final int AT_ONCE = 16;

    private static final int DRAWINGS = 16;
    private static final Set<Integer> TURNED_AWAY = Set.of(429, 503);
    private static final int AGAIN_MAX = 20;
    private static final int PIXELS = 30_000;

    /** Made once, as that takes some seconds: both attacks send them. */
    private static final Map<String, byte[]> WORDS = new LinkedHashMap<>();

    private static final Map<String, byte[]> PICTURES = new LinkedHashMap<>();

    @Override
    public String name() {
        return "bombs in files";
    }

    @Override
    public boolean isBesideOthers() {
        return true;
    }

    @Override
    public void run(Target target) throws Exception {
        String p = target.project().p();
        Map<String, byte[]> files = new LinkedHashMap<>();
        words().forEach((name, bytes) -> files.put(name + ".docx", bytes));
        sheets().forEach((name, bytes) -> files.put(name + ".xlsx", bytes));
        pictures().forEach((name, bytes) -> {
            if (name.endsWith(".png")) {
                files.put(name, bytes);
            }
        });
        byte[] large = drawing("<path d=\"" + "M0 0L1 1".repeat(1_000_000) + "\"/>");
        List<Callable<Reply>> each = new ArrayList<>();
        files.forEach((name, bytes) -> each.add(() -> send(target, p + "/attachments", name, bytes)));
        pictures().forEach((name, bytes) -> each.add(() -> send(target, p + "/media", name, bytes)));
        each.add(() -> manyParts(target, p + "/media"));
        each.add(() -> send(target, p + "/media", "large.svg", large));
        List<Callable<Reply>> all = new ArrayList<>(each);
        all.addAll(Collections.nCopies(DRAWINGS - 1, each.getLast()));
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<Reply> reply : callers.invokeAll(all)) {
                replies.add(reply.get());
            }
        }
        for (int i = 0; i < each.size(); i++) {
            Reply first = replies.get(i);
            Reply read = TURNED_AWAY.contains(first.status()) ? alone(each.get(i)) : first;
            assertThat(read.status()).as(read.text()).isIn(200, 201, 400, 413, 415, 422);
        }
        assertThat(replies.subList(each.size(), all.size()))
                .extracting(Reply::status)
                .isSubsetOf(200, 201, 413, 422, 429, 503);
    }

    /** What was turned away in the crowd is read now, or nobody would know what it does. */
    private static Reply alone(Callable<Reply> sending) throws Exception {
        Reply reply = sending.call();
        for (int again = 0; again < AGAIN_MAX && TURNED_AWAY.contains(reply.status()); again++) {
            TimeUnit.SECONDS.sleep(1); // as Retry-After says
            reply = sending.call();
        }
        return reply;
    }

    static synchronized Map<String, byte[]> words() throws IOException {
        if (WORDS.isEmpty()) {
            makeWords(WORDS);
        }
        return WORDS;
    }

    private static void makeWords(Map<String, byte[]> files) throws IOException {
        String part = "word/document.xml";
        files.put("one attribute", office(part, "<a b=\"", i -> "x".repeat(1_000), "\"/>"));
        files.put("one remark", office(part, "<a><!--", i -> "x".repeat(1_000), "--></a>"));
        files.put("one text", office(part, "<a><t><![CDATA[", i -> "x".repeat(1_000), "]]></t></a>"));
        files.put("one depth", office(part, "", i -> "<a>".repeat(300), ""));
        files.put("all names", office(part, "<a>", BombsInFiles::names, "</a>"));
        files.put("all attributes", office(part, "<a>", BombsInFiles::attributes, "</a>"));
    }

    private static Map<String, byte[]> sheets() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(
                "one cell",
                office("xl/worksheets/sheet1.xml", "<s><row><c><v>", i -> "x".repeat(1_000), "</v></c></row></s>"));
        files.put(
                "shared texts",
                office("xl/sharedStrings.xml", "<sst>", i -> "<si><t>" + "x".repeat(4_000) + "</t></si>", "</sst>"));
        return files;
    }

    private static String names(int thousand) {
        StringBuilder elements = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            elements.append("<n")
                    .append(Integer.toString(1_000 * thousand + i, 36))
                    .append("/>");
        }
        return elements.toString();
    }

    private static String attributes(int number) {
        StringBuilder element = new StringBuilder("<b");
        for (int i = 0; i < 1_000; i++) {
            element.append(" a").append(number).append('_').append(i).append("=\"\"");
        }
        return element.append("/>").toString();
    }

    /**
     * A file of {@link #UNPACKED} bytes, or as many as fit in what is opened, beside noise that makes it look honest.
     */
    private static byte[] office(String part, String start, IntFunction<String> piece, String end) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(Deflater.BEST_SPEED); // as much is unpacked of it as of one that took twice the time
            if (part.startsWith("xl/")) {
                zip.putNextEntry(new ZipEntry("xl/workbook.xml"));
                zip.write("<w/>".getBytes(StandardCharsets.UTF_8));
            }
            zip.putNextEntry(new ZipEntry(part));
            zip.write(start.getBytes(StandardCharsets.UTF_8));
            var packed = new BufferedOutputStream(zip, BUFFER_BYTES); // packing eight bytes at a time takes ten seconds
            long written = 0;
            for (int i = 0; written < UNPACKED && out.size() < PACKED_MAX; i++) {
                byte[] bytes = piece.apply(i).getBytes(StandardCharsets.UTF_8);
                packed.write(bytes);
                written += bytes.length;
            }
            packed.flush();
            zip.write(end.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("noise"));
            byte[] noise = new byte[PADDING];
            new Random(1).nextBytes(noise);
            zip.write(noise);
        }
        return out.toByteArray();
    }

    static synchronized Map<String, byte[]> pictures() throws IOException {
        if (PICTURES.isEmpty()) {
            makePictures(PICTURES);
        }
        return PICTURES;
    }

    private static void makePictures(Map<String, byte[]> files) throws IOException {
        files.put("wide.png", picture());
        files.put("nested.svg", drawing("<g>".repeat(2_000_000)));
        files.put("entities.svg", drawing("<!DOCTYPE svg [<!ENTITY a \"aaaa\">]>&a;"));
        files.put("uses.svg", drawing(uses()));
        files.put("frames.gif", frames());
    }

    private static byte[] drawing(String inside) {
        return ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">" + inside + "</svg>")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Each level draws the one before ten times. */
    private static String uses() {
        StringBuilder text = new StringBuilder("<defs><path id=\"u0\" d=\"M0 0h1\"/>");
        for (int i = 1; i < 12; i++) {
            text.append("<g id=\"u").append(i).append("\">");
            text.append(("<use href=\"#u" + (i - 1) + "\"/>").repeat(10)).append("</g>");
        }
        return text + "</defs><use href=\"#u11\"/>";
    }

    /** Black, 900 million pixels in a megabyte. */
    private static byte[] picture() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        chunk(
                out,
                "IHDR",
                ByteBuffer.allocate(13)
                        .putInt(PIXELS)
                        .putInt(PIXELS)
                        .put((byte) 8)
                        .array());
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        try (DeflaterOutputStream packed = new DeflaterOutputStream(rows, new Deflater(Deflater.BEST_SPEED))) {
            byte[] row = new byte[PIXELS + 1];
            for (int i = 0; i < PIXELS; i++) {
                packed.write(row);
            }
        }
        chunk(out, "IDAT", rows.toByteArray());
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] content) {
        byte[] typed = ByteBuffer.allocate(4 + content.length)
                .put(type.getBytes(StandardCharsets.US_ASCII))
                .put(content)
                .array();
        CRC32 sum = new CRC32();
        sum.update(typed);
        out.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
        out.writeBytes(typed);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }

    /** As many frames as fit, each a pixel of a picture that says it is as large as one can be. */
    private static byte[] frames() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("GIF89a".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0x80, 0, 0});
        out.writeBytes(new byte[6]);
        byte[] frame = {0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0};
        for (int i = 0; i < 300_000; i++) {
            out.writeBytes(frame);
        }
        out.write(0x3b);
        return out.toByteArray();
    }

    private static Reply send(Target target, String path, String name, byte[] bytes) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        part(body, name, bytes);
        return sent(target, path, body);
    }

    /** Two hundred thousand parts of nothing. */
    private static Reply manyParts(Target target, String path) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int i = 0; i < 200_000; i++) {
            part(body, "a", new byte[0]);
        }
        return sent(target, path, body);
    }

    private static Reply sent(Target target, String path, ByteArrayOutputStream body) {
        body.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return target.eve()
                .http()
                .sendBytes("POST", path, "multipart/form-data; boundary=" + BOUNDARY, body.toByteArray());
    }

    private static void part(ByteArrayOutputStream body, String name, byte[] bytes) {
        body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                        + "\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(bytes);
        body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
}
