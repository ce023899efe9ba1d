package cms.platform.net.outside;

import cms.platform.failure.Failure;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the name of a host that has letters beyond ASCII as name servers know it (RFC 3490). */
public final class AsciiHost {
    /** A host and a port; {@link URI} tells neither apart in a name beyond ASCII. */
    private static final Pattern AUTHORITY = Pattern.compile("([^@:\\[\\]]+)(:\\d*)?");

    /**
     * Letters that browsers keep and Java would replace or drop, so that its name would be the domain of somebody else.
     */
    private static final Pattern DEVIATING = Pattern.compile("[\\u00df\\u1e9e\\u03c2\\u200c\\u200d]");

    private AsciiHost() {}

    /**
     * The URL with its host in ASCII; the same one where it has no other letters.
     *
     * @throws Failure INVALID for a name that has no form in ASCII, or more than one
     */
    public static URI of(URI url) {
        String authority = url.getRawAuthority();
        if (authority == null || authority.chars().allMatch(c -> c < 0x80)) {
            return url;
        }
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches() || DEVIATING.matcher(authority).find()) {
            throw noDomain(authority);
        }
        try {
            String host = IDN.toASCII(parts.group(1), IDN.USE_STD3_ASCII_RULES);
            String port = parts.group(2) == null ? "" : parts.group(2);
            return new URI(url.toString().replaceFirst(Pattern.quote(authority), host + port));
        } catch (IllegalArgumentException | URISyntaxException noName) {
            throw noDomain(authority).causedBy(noName);
        }
    }

    private static Failure noDomain(String authority) {
        return Failure.invalid("The host of the URL, \"" + authority
                + "\", cannot be written in ASCII without doubt; send the form of its name that begins with xn--.");
    }
}
