package cms.platform.door;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.PreEncodedHttpField;

/**
 * Header lines that always go together, encoded once and copied in one step.
 *
 * <p>The server sees them as one field, so lines that it must know itself (the length, the connection) are not among
 * them.
 */
public final class HeaderLines extends PreEncodedHttpField {
    private final byte[] encoded;

    /** @param lines without the last line break */
    public HeaderLines(String lines) {
        super("X-Content", "");
        this.encoded = (lines + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void putTo(ByteBuffer buffer, HttpVersion version) {
        buffer.put(encoded);
    }

    @Override
    public int getEncodedLength(HttpVersion version) {
        return encoded.length;
    }

    byte[] encoded() {
        return encoded;
    }
}
