package cms.platform.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that PEM text holds what a setting needs, so that a damaged file stops the start and not the first use. */
final class Pem {
    private static final String EXPECTED_CERTIFICATES = "a readable PEM file with at least one certificate";
    private static final String EXPECTED_KEY = "an RSA private key in PEM form (PKCS#1 or PKCS#8)";
    private static final Pattern KEY = Pattern.compile(
            "-----BEGIN (RSA )?PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END (RSA )?PRIVATE KEY-----\\s*");
    /** The part of a PKCS#8 key that says "RSA" and stands before the PKCS#1 key inside it. */
    private static final byte[] RSA_ALGORITHM = {
        0x02,
        0x01,
        0x00,
        0x30,
        0x0d,
        0x06,
        0x09,
        0x2a,
        (byte) 0x86,
        0x48,
        (byte) 0x86,
        (byte) 0xf7,
        0x0d,
        0x01,
        0x01,
        0x01,
        0x05,
        0x00
    };

    private Pem() {}

    static Path certificates(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            if (CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
                throw new IllegalArgumentException(EXPECTED_CERTIFICATES);
            }
            return file;
        } catch (IOException | CertificateException unreadable) {
            throw new IllegalArgumentException(EXPECTED_CERTIFICATES, unreadable);
        }
    }

    /**
     * Reads PEM text, the same with {@code \n} written as two characters, or the whole text in base64; returns PKCS#8
     * in PEM form from either key format.
     */
    static Secret rsaPrivateKey(String text) {
        String pem = text.contains("-----BEGIN") ? text.replace("\\n", "\n") : unwrapped(text);
        Matcher key = KEY.matcher(pem.strip());
        if (!key.matches()) {
            throw new IllegalArgumentException(EXPECTED_KEY);
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(key.group(2));
            byte[] pkcs8 = key.group(1) == null ? der : sequence(RSA_ALGORITHM, element(0x04, der));
            KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pkcs8);
            return new Secret("-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n");
        } catch (GeneralSecurityException | IllegalArgumentException damaged) {
            // The cause could repeat parts of the key, so it is left out.
            throw new IllegalArgumentException(EXPECTED_KEY);
        }
    }

    private static String unwrapped(String base64) {
        try {
            return new String(Base64.getMimeDecoder().decode(base64), java.nio.charset.StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException notBase64) {
            throw new IllegalArgumentException(EXPECTED_KEY);
        }
    }

    private static byte[] sequence(byte[] first, byte[] second) {
        byte[] body = new byte[first.length + second.length];
        System.arraycopy(first, 0, body, 0, first.length);
        System.arraycopy(second, 0, body, first.length, second.length);
        return element(0x30, body);
    }

    private static byte[] element(int tag, byte[] body) {
        byte[] whole = new byte[body.length + 4];
        whole[0] = (byte) tag;
        whole[1] = (byte) 0x82;
        whole[2] = (byte) (body.length >> 8);
        whole[3] = (byte) body.length;
        System.arraycopy(body, 0, whole, 4, body.length);
        return whole;
    }
}
