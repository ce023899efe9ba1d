package cms.githost.webhook;

import cms.platform.config.Secret;
import cms.platform.crypto.Hashes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.Mac;

/** The header {@code X-Hub-Signature-256}: {@code sha256=<hex HMAC-SHA256 of the body as it came>}. */
public record HostWebhookSignature(Secret secret) {
    private static final int CHUNK_BYTES = 16 * 1024;

    /** Compares the signature in constant time; the body is read as a stream. */
    public boolean isGood(String header, InputStream body) {
        return Hashes.sameText(sign(body), header);
    }

    public String sign(byte[] body) {
        return sign(new ByteArrayInputStream(body));
    }

    private String sign(InputStream body) {
        try (body) {
            Mac mac = Hashes.hmacSha256(secret.reveal().getBytes(StandardCharsets.UTF_8));
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int count = body.read(chunk); count >= 0; count = body.read(chunk)) {
                mac.update(chunk, 0, count);
            }
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
