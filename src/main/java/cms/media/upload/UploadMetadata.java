package cms.media.upload;

import cms.platform.failure.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The metadata that a client sends before a file: {@code Upload-Metadata}, pairs of a name and a Base64 text, separated
 * by commas. {@code filename}, {@code alt}, {@code tags}, {@code variants}, {@code field} and {@code onDuplicate} mean
 * the same as in a form; other names are returned unchanged.
 *
 * @param header as it was sent
 */
public record UploadMetadata(String header, Map<String, String> texts) {
    private static final int CHARS_MAX = 8_192;

    /** @throws Failure INVALID for a header that is malformed or too long */
    public static UploadMetadata parse(String header) {
        if (header.length() > CHARS_MAX) {
            throw Failure.invalid("`Upload-Metadata` has at most " + CHARS_MAX + " characters.");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (String pair : header.split(",")) {
            String[] words = pair.strip().split(" ", 2);
            if (!words[0].isEmpty() && texts.put(words[0], words.length < 2 ? "" : decoded(words[1].strip())) != null) {
                throw malformed();
            }
        }
        if (texts.values().stream().anyMatch(text -> text.indexOf('\0') >= 0)) {
            throw Failure.invalid("`Upload-Metadata` contains a NUL character; leave it out.");
        }
        return new UploadMetadata(header, Map.copyOf(texts));
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(texts.get(name)).filter(text -> !text.isBlank());
    }

    private static String decoded(String text) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(text)))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException other) {
            throw malformed().causedBy(other);
        }
    }

    private static Failure malformed() {
        return Failure.invalid("`Upload-Metadata` must be pairs of a name and a Base64 text, parted by commas.");
    }
}
