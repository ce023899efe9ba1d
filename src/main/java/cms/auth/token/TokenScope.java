package cms.auth.token;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The rights of a personal access token. */
public enum TokenScope {
    /** Routes that only read: GET and HEAD. */
    READ,
    /** Every route, except those of the account itself. */
    WRITE,
    /** Clones and pushes. */
    GIT;

    /** The name in requests, rows and answers. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TokenScope> find(String key) {
        return Arrays.stream(values()).filter(scope -> scope.key().equals(key)).findFirst();
    }
}
