package cms.webhooks.send;

import cms.platform.crypto.Hashes;
import cms.webhooks.endpoint.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;

/** The two signatures of a delivery. */
final class DeliverySignature {
    private DeliverySignature() {}

    /** Signature of Standard Webhooks 1.0: keyed with the decoded bytes of the secret, over id, time and body. */
    static String standard(String secret, String id, long epochSeconds, byte[] body) {
        byte[] head = (id + "." + epochSeconds + ".").getBytes(StandardCharsets.UTF_8);
        byte[] signed = new byte[head.length + body.length];
        System.arraycopy(head, 0, signed, 0, head.length);
        System.arraycopy(body, 0, signed, head.length, body.length);
        return "v1," + Base64.getEncoder().encodeToString(Hashes.hmacSha256(Secrets.key(secret), signed));
    }

    /** Signature of spec 5.8: hexadecimal, keyed with the text of the secret, over the body. */
    static String plain(String secret, byte[] body) {
        return HexFormat.of().formatHex(Hashes.hmacSha256(secret.getBytes(StandardCharsets.UTF_8), body));
    }
}
