package cms.git.remote;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The data of a multiplexed answer: band 1 is read, band 2 (progress) skipped, band 3 ends it with an error. */
final class SideBand extends InputStream {
    private static final int HEAD = 4;
    private static final int HEX = 16;
    private static final int DATA = 1;
    private static final int ERROR = 3;
    private static final int ERROR_BYTES_MAX = 1000;

    private final InputStream in;
    private int left;
    private boolean ended;

    SideBand(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (left == 0 && !ended) {
            next();
        }
        if (ended) {
            return -1;
        }
        int count = in.read(bytes, offset, Math.min(left, length));
        if (count < 0) {
            throw new EOFException("The answer of the Git host ends in the middle.");
        }
        left -= count;
        return count;
    }

    private void next() throws IOException {
        int length = length(exactly(HEAD));
        if (length < HEAD) {
            ended = true;
            return;
        }
        int band = length == HEAD ? 0 : exactly(1)[0];
        int body = Math.max(0, length - HEAD - 1);
        if (band == DATA) {
            left = body;
        } else if (band == ERROR) {
            String words = new String(exactly(Math.min(body, ERROR_BYTES_MAX)), StandardCharsets.UTF_8);
            throw new IOException("The Git host broke off: " + words.strip());
        } else {
            in.skipNBytes(body);
        }
    }

    private byte[] exactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("The answer of the Git host ends in the middle.");
        }
        return bytes;
    }

    private static int length(byte[] head) throws IOException {
        try {
            return Integer.parseInt(new String(head, StandardCharsets.US_ASCII), HEX);
        } catch (NumberFormatException noLength) {
            throw new IOException("The Git host does not speak Git's protocol.", noLength);
        }
    }
}
