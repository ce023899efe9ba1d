package cms.auth.identity;

import java.util.Locale;

/** How far an account's e-mail proves who somebody is. */
public enum EmailTrust {
    /** A real provider has checked it. */
    VERIFIED,
    /** The built-in sign-in page, which accepts any address; its identities are linked with no others. */
    LOCAL,
    /** Nobody has checked it. */
    UNVERIFIED;

    /** The word in rows. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
