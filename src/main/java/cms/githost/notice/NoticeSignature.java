package cms.githost.notice;

import cms.platform.config.Secret;
import cms.platform.crypto.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The header {@code X-Hub-Signature-256}: {@code sha256=<hex HMAC-SHA256 of the body as it came>}. */
public record NoticeSignature(Secret secret) {
    private static final String ALGORITHM = "HmacSHA256";

    /** Compared in constant time. */
    public boolean isGood(String header, byte[] body) {
        return Hashes.sameText(sign(body), header);
    }

    public String sign(byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java runtime has HMAC-SHA256.", impossible);
        }
    }
}
