package cms.media.upload;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The digest that the bytes of one request must have: {@code Upload-Checksum}. */
record UploadChecksum(String algorithm, byte[] digest) {
    static final String ALGORITHMS = "sha1,sha256";

    private static final int BUFFER_BYTES = 64 * 1024;

    /** @throws Failure INVALID for another algorithm or form */
    static UploadChecksum parse(String header) {
        String[] words = header.strip().split(" ");
        String algorithm = switch (words[0]) {
            case "sha1" -> "SHA-1";
            case "sha256" -> "SHA-256";
            default -> throw malformed();
        };
        if (words.length != 2) {
            throw malformed();
        }
        try {
            return new UploadChecksum(algorithm, Base64.getDecoder().decode(words[1]));
        } catch (IllegalArgumentException notBase64) {
            throw malformed().causedBy(notBase64);
        }
    }

    boolean holds(Path file) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest sum = MessageDigest.getInstance(algorithm);
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sum.update(buffer, 0, read);
            }
            return MessageDigest.isEqual(sum.digest(), digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java runtime has " + algorithm + ".", impossible);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Failure malformed() {
        return Failure.invalid("`Upload-Checksum` must be sha1 or sha256, a space, and the Base64 of the digest.");
    }
}
