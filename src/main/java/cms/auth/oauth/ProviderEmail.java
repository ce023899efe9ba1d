package cms.auth.oauth;

import cms.platform.failure.Failure;
import cms.platform.mail.EmailAddress;

/** Checks the address that a provider names for a person. */
public final class ProviderEmail {
    private ProviderEmail() {}

    /** @throws Failure FORBIDDEN when the text is not an address, because an account here needs one */
    public static String usable(String text) {
        try {
            return new EmailAddress(text.strip()).text();
        } catch (Failure notAnAddress) {
            throw Failure.forbidden("The provider names no usable e-mail address; add one there and sign in again.")
                    .causedBy(notAnAddress);
        }
    }
}
