package cms.platform.mail;

import cms.platform.failure.Failure;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One address that mail can be sent to.
 *
 * @param text as it was written
 */
public record EmailAddress(String text) {
    private static final int CHARS_MAX = 254;
    private static final int LOCAL_CHARS_MAX = 64;
    private static final String LABEL = "[\\pL\\pN](?:[\\pL\\pN-]*[\\pL\\pN])?";
    private static final Pattern SHAPE =
            Pattern.compile("[^\\s\\pC@<>()\\[\\],;:\\\\\"]+@" + LABEL + "(?:\\." + LABEL + ")*");

    /** Throws {@code Failure} INVALID when the text is no address. */
    public EmailAddress {
        if (text.length() > CHARS_MAX
                || text.indexOf('@') > LOCAL_CHARS_MAX
                || !SHAPE.matcher(text).matches()) {
            throw Failure.invalid("This is not an e-mail address; write one such as ada@example.com.");
        }
    }

    /** Key that is equal for two spellings of one address that differ in upper and lower case only. */
    public String key() {
        return keyOf(text);
    }

    public static String keyOf(String address) {
        return address.toLowerCase(Locale.ROOT);
    }
}
