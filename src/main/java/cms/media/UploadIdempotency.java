package cms.media;

import cms.platform.crypto.Hashes;
import cms.platform.http.Answer;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import cms.platform.idempotency.Idempotency;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Runs an upload with an {@code Idempotency-Key} once, whatever the encoding of its form. */
final class UploadIdempotency {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Idempotency idempotency;

    UploadIdempotency(Idempotency idempotency) {
        this.idempotency = idempotency;
    }

    /**
     * Runs an upload by form. Forms are equal when their values, file and file name are; clients choose another
     * boundary each time.
     */
    Answer once(Request request, String caller, Multipart form, Supplier<Answer> upload) {
        return idempotency.once(request, caller, () -> content(form), upload);
    }

    /** For a body of JSON that names a URL. */
    Answer once(Request request, String caller, Supplier<Answer> upload) {
        return idempotency.once(request, caller, () -> hex(Hashes.sha256(request.bodyBytes())), upload);
    }

    private static String content(Multipart form) {
        StringBuilder content = new StringBuilder(form.texts().toString());
        for (Multipart.Part file : form.files()) {
            content.append('\n')
                    .append(file.name())
                    .append('\n')
                    .append(file.fileName().orElse(""));
            content.append('\n').append(hash(file));
        }
        return content.toString();
    }

    private static String hash(Multipart.Part file) {
        MessageDigest digest = Hashes.sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = file.content().stream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return hex(digest.digest());
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }
}
