package cms.platform.mail;

import cms.platform.config.Secret;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A mail server from a setting: {@code smtp://user:password@host:587?from=post@example.org}.
 *
 * @param tls true for {@code smtps}: TLS from the first byte; else STARTTLS where the server offers it
 * @param user null for sending without authentication
 * @param from the sender address
 */
record MailServer(
        String host,
        int port,
        boolean tls,
        @Nullable String user,
        @Nullable Secret password,
        EmailAddress from) {
    private static final int PORT = 587;
    private static final int TLS_PORT = 465;
    private static final String FROM = "from=";

    /**
     * @param usualFrom the sender when the URL names none and its user is not an address
     * @throws cms.platform.failure.Failure INVALID when the sender is not an address, or something else stands there
     */
    static MailServer parse(Secret url, EmailAddress usualFrom) {
        URI uri = URI.create(url.reveal());
        boolean tls = uri.getScheme().equals("smtps");
        int port = uri.getPort() > 0 ? uri.getPort() : tls ? TLS_PORT : PORT;
        String userInfo = uri.getRawUserInfo();
        String[] parts = userInfo == null ? new String[0] : userInfo.split(":", 2);
        String user = parts.length > 0 ? decode(parts[0]) : null;
        Secret password = parts.length > 1 ? new Secret(decode(parts[1])) : null;
        return new MailServer(uri.getHost(), port, tls, user, password, sender(uri.getRawQuery(), user, usualFrom));
    }

    /** Whether TLS is required: a password is sent without TLS to this machine only. */
    boolean demandsTls() {
        boolean local = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
        return password != null && !local;
    }

    private static EmailAddress sender(@Nullable String query, @Nullable String user, EmailAddress usualFrom) {
        if (query != null) {
            return new EmailAddress(query.startsWith(FROM) ? decode(query.substring(FROM.length())) : "");
        }
        return user != null && user.indexOf('@') > 0 ? new EmailAddress(user) : usualFrom;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
