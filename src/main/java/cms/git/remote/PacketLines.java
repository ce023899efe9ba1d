package cms.git.remote;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A request in Git's packet lines: four hexadecimal digits of length, then the line. */
final class PacketLines {
    private static final int HEAD = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    PacketLines line(String text) {
        byte[] line = text.getBytes(StandardCharsets.UTF_8);
        bytes.writeBytes("%04x".formatted(line.length + HEAD).getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(line);
        return this;
    }

    /** Ends the capabilities and begins the arguments of a command. */
    PacketLines delimiter() {
        bytes.writeBytes("0001".getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    PacketLines flush() {
        bytes.writeBytes("0000".getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    /** Bytes that follow the lines as they are. */
    PacketLines raw(byte[] more) {
        bytes.writeBytes(more);
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
