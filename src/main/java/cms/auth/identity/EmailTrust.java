package cms.auth.identity;

import java.util.Locale;

/** How far the e-mail of an account is proven. */
public enum EmailTrust {
    /** A configured provider has verified it. */
    VERIFIED,
    /**
     * It was entered on the built-in sign-in page, which accepts any address; such identities are linked with no
     * others.
     */
    LOCAL,
    /** It was not verified. */
    UNVERIFIED;

    /** The name in rows. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
