package cms.platform.idempotency;

import cms.platform.crypto.Hashes;
import cms.platform.http.Answer;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Runs a request with a form and an {@code Idempotency-Key} once, whatever the encoding of the form. */
public final class FormIdempotency {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Idempotency idempotency;

    public FormIdempotency(Idempotency idempotency) {
        this.idempotency = idempotency;
    }

    /**
     * Runs a request by form. Forms are equal when their values, file and file name are; clients choose another
     * boundary each time.
     */
    public Answer once(Request request, String caller, Multipart form, Supplier<Answer> work) {
        return idempotency.once(request, caller, () -> content(form), work);
    }

    /** The same for a body of JSON, of a route that takes both. */
    public Answer once(Request request, String caller, Supplier<Answer> work) {
        return idempotency.once(request, caller, () -> Hashes.sha256Hex(request.bodyBytes()), work);
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
        return HexFormat.of().formatHex(digest.digest());
    }
}
