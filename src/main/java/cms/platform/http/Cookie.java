package cms.platform.http;

import java.time.Duration;

/**
 * A response cookie: always HttpOnly, SameSite=Lax, Path=/.
 *
 * @param secure false only where the public URL is plain HTTP on loopback
 * @param life zero deletes the cookie
 */
public record Cookie(String name, String value, boolean secure, Duration life) {
    /** The cookie that makes a browser forget {@code name}. */
    public static Cookie forget(String name, boolean secure) {
        return new Cookie(name, "", secure, Duration.ZERO);
    }

    String header() {
        return name + "=" + value + "; Path=/; Max-Age=" + life.toSeconds() + "; HttpOnly; SameSite=Lax"
                + (secure ? "; Secure" : "");
    }
}
