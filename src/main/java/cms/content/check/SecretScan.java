package cms.content.check;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds credentials that do not belong into a repository (reference 1.5).
 *
 * <p>Only credential-shaped values count; naming a kind of key in prose, or showing a placeholder, does not. Every
 * expression begins with a literal or bounded prefix and repeats possessively, so a scan is linear.
 */
final class SecretScan {
    private enum SecretPattern {
        PAYMENT_KEY(
                "a payment key", List.of("k_live_", "k_test_"), "(?<![A-Za-z0-9])[sp]k_(?:live|test)_[A-Za-z0-9]{6,}+"),
        GIT_HOST_TOKEN(
                "a Git host token",
                List.of("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
                "(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{10,}+"),
        BEARER_TOKEN("a bearer token", List.of("earer "), "(?<![A-Za-z])[Bb]earer {1,3}+[A-Za-z0-9._~+/=-]{20,}+"),
        ASSIGNED_API_KEY(
                "an API key",
                List.of("api", "Api", "API"),
                "(?i)(?<![a-z])api[_ -]?key[\"']?\\s{0,5}+"
                        + "(?:[:=]\\s{0,5}+[\"']|=\\s{0,5}+|:\\s{0,5}+(?=[a-z_-]{0,200}+[0-9]))[a-z0-9_.-]{16,}+"),
        CLOUD_SECRET(
                "a cloud secret",
                List.of("secret", "Secret", "SECRET"),
                "(?i)(?:(?:aws|azure|gcp|google|cloud)[a-z0-9_ -]{0,20}secret[a-z_ -]{0,20}|secret[_ -]?access[_ -]?key)"
                        + "[\"']?\\s{0,5}+[:=]\\s{0,5}+[\"']?[a-z0-9/+=_-]{20,}+"),
        CLOUD_KEY_ID("a cloud access key id", List.of("AKIA"), "(?<![A-Za-z0-9])AKIA[A-Z0-9]{16}"),
        DATABASE_URL(
                "a database address with a password",
                List.of("://"),
                "(?i)(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\\+srv)?|rediss?|mssql|sqlserver|amqps?|cockroachdb)"
                        + "://[^\\s:/@]{0,200}+:[^\\s@/<>${}]{1,200}+@"),
        PRIVATE_KEY(
                "a private key", List.of("PRIVATE KEY-----"), "-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----");

        private final String description;
        private final List<String> traces;
        private final Pattern shape;

        SecretPattern(String description, List<String> traces, String shape) {
            this.description = description;
            this.traces = traces;
            this.shape = Pattern.compile(shape);
        }

        /**
         * Whether the text holds this secret. Looking for a short literal first spares nearly every text the
         * expression.
         */
        private boolean in(String text) {
            if (!hasTrace(text)) {
                return false;
            }
            Matcher matcher = shape.matcher(text);
            while (matcher.find()) {
                if (!mayBePlaceholder() || !PLACEHOLDER.matcher(matcher.group()).find()) {
                    return true;
                }
            }
            return false;
        }

        private boolean hasTrace(String text) {
            for (String trace : traces) {
                if (text.contains(trace)) {
                    return true;
                }
            }
            return false;
        }

        /** Whether a match may be a placeholder. The other kinds have a prefix that is never written by accident. */
        private boolean mayBePlaceholder() {
            return switch (this) {
                case BEARER_TOKEN, ASSIGNED_API_KEY, CLOUD_SECRET -> true;
                case PAYMENT_KEY, GIT_HOST_TOKEN, CLOUD_KEY_ID, DATABASE_URL, PRIVATE_KEY -> false;
            };
        }
    }

    private static final Pattern PLACEHOLDER = Pattern.compile("(?i)your[_-]|x{3}|\\.\\.\\.|\\*{3}|placeholder");

    private static final List<SecretPattern> ALL = List.of(SecretPattern.values());

    private SecretScan() {}

    /** The first kind of secret that the text holds, such as "a payment key"; empty when it holds none. */
    static Optional<String> find(String text) {
        for (SecretPattern secret : ALL) {
            if (secret.in(text)) {
                return Optional.of(secret.description);
            }
        }
        return Optional.empty();
    }
}
