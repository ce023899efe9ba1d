package cms.testing;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DeflaterOutputStream;

/** Packs of some bytes or kilobytes that would become thousands of millions of objects, or gigabytes. */
public final class HostilePack {
    private static final int BLOB = 3;
    private static final int COMMIT = 1;
    private static final int FROM_DISTANCE = 6;
    private static final int FROM_NAME = 7;
    private static final int COPY_MAX = 0xffffff;

    private static final Pattern TIP = Pattern.compile("([0-9a-f]{40}) refs/heads/");

    private final ByteArrayOutputStream objects = new ByteArrayOutputStream();
    private int count;

    /**
     * Sends a pack to a repository as Git would, and asks for a branch of a commit that is there.
     *
     * @return what the service says to it
     */
    public static String push(Person person, String repository, byte[] pack) {
        String credentials =
                Base64.getEncoder().encodeToString(("x:" + person.token()).getBytes(StandardCharsets.UTF_8));
        Http git = new Http(person.http().base()).with("Authorization", "Basic " + credentials);
        String path = "/git/" + repository + ".git/";
        Matcher tip = TIP.matcher(
                git.get(path + "info/refs?service=git-receive-pack").is(200).text());
        if (!tip.find()) {
            throw new AssertionError("no branch");
        }
        String command = "0".repeat(40) + " " + tip.group(1) + " refs/heads/hostile\0report-status";
        byte[] line = "%04x%s0000".formatted(command.length() + 4, command).getBytes(StandardCharsets.UTF_8);
        byte[] body = ByteBuffer.allocate(line.length + pack.length)
                .put(line)
                .put(pack)
                .array();
        return git.sendBytes("POST", path + "git-receive-pack", "application/x-git-receive-pack-request", body)
                .is(200)
                .text();
    }

    /** A pack that announces so many objects and brings one. */
    public static byte[] announcing(int objects) {
        HostilePack pack = new HostilePack();
        pack.whole(BLOB, 1, 1);
        return pack.bytes(objects);
    }

    /** A commit that says that it is so long, and is one byte. */
    public static byte[] longCommit(int size) {
        HostilePack pack = new HostilePack();
        pack.whole(COMMIT, size, 1);
        return pack.bytes(1);
    }

    /**
     * Each object is made from the one before, and so is a second one that is made last: none can be forgotten
     * meanwhile.
     *
     * @param size of each, zeros
     */
    public static byte[] chain(int size, int levels) {
        HostilePack pack = new HostilePack();
        int base = pack.objects.size();
        pack.whole(BLOB, size, size);
        for (int level = 0; level < levels; level++) {
            int made = pack.objects.size();
            pack.after(base, size + level, (byte) 'y');
            pack.after(base, size + level, (byte) 'z');
            base = made;
        }
        return pack.bytes(pack.count);
    }

    /** The same with bases by name, each of which is of this pack. */
    public static byte[] namedChain(int size, int levels) {
        HostilePack pack = new HostilePack();
        pack.whole(BLOB, size, size);
        byte[] zeros = new byte[size + levels];
        for (int level = 0; level < levels; level++) {
            byte[] base = id(zeros, size + level);
            zeros[size + level] = (byte) 'y';
            pack.named(base, size + level, (byte) 'y');
            pack.named(base, size + level, (byte) 'z');
        }
        return pack.bytes(pack.count);
    }

    /** Many objects of zeros beside one another. */
    public static byte[] zeros(int size, int many) {
        HostilePack pack = new HostilePack();
        for (int i = 0; i < many; i++) {
            pack.whole(BLOB, size - i, size - i);
        }
        return pack.bytes(many);
    }

    private void whole(int type, int size, int bytes) {
        head(type, size);
        deflate(new byte[bytes]);
        count++;
    }

    private void after(int base, int baseSize, byte added) {
        int distance = objects.size() - base;
        head(FROM_DISTANCE, difference(baseSize, added).length);
        byte[] digits = new byte[10];
        int at = digits.length - 1;
        digits[at] = (byte) (distance & 0x7f);
        for (int left = distance >> 7; left > 0; left >>= 7) {
            digits[--at] = (byte) (0x80 | --left & 0x7f);
        }
        objects.write(digits, at, digits.length - at);
        deflate(difference(baseSize, added));
        count++;
    }

    private void named(byte[] base, int baseSize, byte added) {
        head(FROM_NAME, difference(baseSize, added).length);
        objects.writeBytes(base);
        deflate(difference(baseSize, added));
        count++;
    }

    /** Copies the whole base and adds a byte. */
    private static byte[] difference(int baseSize, byte added) {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        number(made, baseSize);
        number(made, baseSize + 1);
        for (int at = 0; at < baseSize; at += COPY_MAX) {
            int copied = Math.min(COPY_MAX, baseSize - at);
            made.write(0xff);
            made.writeBytes(new byte[] {(byte) at, (byte) (at >> 8), (byte) (at >> 16), (byte) (at >> 24)});
            made.writeBytes(new byte[] {(byte) copied, (byte) (copied >> 8), (byte) (copied >> 16)});
        }
        made.write(1);
        made.write(added);
        return made.toByteArray();
    }

    private static void number(ByteArrayOutputStream into, int number) {
        int left = number;
        while (left > 0x7f) {
            into.write(0x80 | left & 0x7f);
            left >>= 7;
        }
        into.write(left);
    }

    private void head(int type, int size) {
        int octet = type << 4 | size & 0xf;
        for (int left = size >> 4; left > 0; left >>= 7) {
            objects.write(0x80 | octet);
            octet = left & 0x7f;
        }
        objects.write(octet);
    }

    private void deflate(byte[] bytes) {
        try (OutputStream deflated = new DeflaterOutputStream(objects)) {
            deflated.write(bytes);
        } catch (java.io.IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private byte[] bytes(int announced) {
        byte[] body = ByteBuffer.allocate(12 + objects.size())
                .put("PACK".getBytes(StandardCharsets.US_ASCII))
                .putInt(2)
                .putInt(announced)
                .put(objects.toByteArray())
                .array();
        byte[] sum = sha1().digest(body);
        return ByteBuffer.allocate(body.length + sum.length).put(body).put(sum).array();
    }

    private static byte[] id(byte[] bytes, int length) {
        MessageDigest digest = sha1();
        digest.update(("blob " + length + "\0").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes, 0, length);
        return digest.digest();
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
