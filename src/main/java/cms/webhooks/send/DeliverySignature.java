package cms.webhooks.send;

import cms.webhooks.endpoint.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The two signatures of a delivery. */
final class DeliverySignature {
    private static final String ALGORITHM = "HmacSHA256";

    private DeliverySignature() {}

    /** Signature of Standard Webhooks 1.0: keyed with the decoded bytes of the secret, over id, time and body. */
    static String standard(String secret, String id, long epochSeconds, byte[] body) {
        byte[] head = (id + "." + epochSeconds + ".").getBytes(StandardCharsets.UTF_8);
        byte[] signed = new byte[head.length + body.length];
        System.arraycopy(head, 0, signed, 0, head.length);
        System.arraycopy(body, 0, signed, head.length, body.length);
        return "v1," + Base64.getEncoder().encodeToString(hmac(Secrets.key(secret), signed));
    }

    /** Signature of spec 5.8: hexadecimal, keyed with the text of the secret, over the body. */
    static String plain(String secret, byte[] body) {
        return HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), body));
    }

    private static byte[] hmac(byte[] key, byte[] signed) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(signed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
