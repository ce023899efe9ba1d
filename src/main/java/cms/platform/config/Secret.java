package cms.platform.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** A value that must not reach a log, a message or a dump; only {@link #reveal()} gives it out. */
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(utf8(value), utf8(secret.value));
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "(secret)";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
