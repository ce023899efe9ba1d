package cms.platform.pictures.worker.colour;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the ICC profile of a screen: a curve, and for colours a matrix (ICC.1:2001-04, 6.3.1). */
final class IccProfile {
    private static final int HEAD_BYTES = 128;
    private static final int TAG_BYTES = 12;
    private static final int VERSION = 0x02400000;
    private static final int STEPS = 4_096;
    private static final double FIXED = 65_536;
    private static final double GAMMA_FIXED = 256;
    private static final double[] D50 = {0.9642, 1, 0.8249};
    private static final String NAME = "stated by the file";

    private IccProfile() {}

    static byte[] colours(Primaries primaries, ToneCurve curve) {
        double[][] matrix = primaries.toConnectionSpace();
        Map<String, byte[]> tags = new LinkedHashMap<>();
        List<String> names = List.of("r", "g", "b");
        for (int i = 0; i < names.size(); i++) {
            tags.put(names.get(i) + "XYZ", xyz(matrix[0][i], matrix[1][i], matrix[2][i]));
        }
        byte[] light = curve(curve);
        names.forEach(name -> tags.put(name + "TRC", light));
        return profile("RGB ", tags);
    }

    static byte[] grey(ToneCurve curve) {
        return profile("GRAY", Map.of("kTRC", curve(curve)));
    }

    private static byte[] profile(String space, Map<String, byte[]> tags) {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("desc", description());
        all.put("cprt", text());
        all.put("wtpt", xyz(D50[0], D50[1], D50[2]));
        all.putAll(tags);
        // Tags with the same content are stored once.
        List<byte[]> contents = new ArrayList<>();
        all.values().stream().filter(content -> !contents.contains(content)).forEach(contents::add);
        int first = HEAD_BYTES + Integer.BYTES + TAG_BYTES * all.size();
        ByteBuffer out = ByteBuffer.allocate(
                first + contents.stream().mapToInt(content -> content.length).sum());
        out.putInt(out.capacity()).putInt(0).putInt(VERSION);
        put(out, "mntr" + space + "XYZ ");
        out.position(36);
        put(out, "acsp");
        out.position(68);
        fixed(out, D50);
        out.position(HEAD_BYTES);
        out.putInt(all.size());
        all.forEach((name, content) -> {
            put(out, name);
            int before = contents.subList(0, contents.indexOf(content)).stream()
                    .mapToInt(each -> each.length)
                    .sum();
            out.putInt(first + before).putInt(content.length);
        });
        contents.forEach(out::put);
        return out.array();
    }

    private static byte[] xyz(double x, double y, double z) {
        ByteBuffer out = ByteBuffer.allocate(20);
        put(out, "XYZ ");
        out.putInt(0);
        fixed(out, x, y, z);
        return out.array();
    }

    private static void fixed(ByteBuffer out, double... numbers) {
        for (double number : numbers) {
            out.putInt((int) Math.round(number * FIXED));
        }
    }

    /** The curve: one number for a power function, else a table. */
    private static byte[] curve(ToneCurve curve) {
        int count = curve.exponent() > 0 ? 1 : STEPS;
        ByteBuffer out = ByteBuffer.allocate(padded(12 + count * Short.BYTES));
        put(out, "curv");
        out.putInt(0).putInt(count);
        if (count == 1) {
            out.putShort((short) Math.round(curve.exponent() * GAMMA_FIXED));
        } else {
            for (int step = 0; step < STEPS; step++) {
                out.putShort((short) Math.round(curve.light().applyAsDouble(step / (STEPS - 1.0)) * 0xffff));
            }
        }
        return out.array();
    }

    private static byte[] description() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuffer head = ByteBuffer.allocate(12);
        put(head, "desc");
        head.putInt(0).putInt(NAME.length() + 1);
        out.writeBytes(head.array());
        out.writeBytes(NAME.getBytes(StandardCharsets.US_ASCII));
        // The end of the text, and no text in Unicode (8 bytes) nor for the Macintosh (70).
        out.writeBytes(new byte[1 + 8 + 70]);
        return padded(out.toByteArray());
    }

    private static byte[] text() {
        byte[] name = NAME.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer out = ByteBuffer.allocate(padded(8 + name.length + 1));
        put(out, "text");
        return out.putInt(0).put(name).array();
    }

    private static byte[] padded(byte[] content) {
        return Arrays.copyOf(content, padded(content.length));
    }

    /** The length padded to a multiple of four, at which each tag begins. */
    private static int padded(int length) {
        return (length + 3) / 4 * 4;
    }

    private static void put(ByteBuffer out, String ascii) {
        out.put(ascii.getBytes(StandardCharsets.US_ASCII));
    }
}
