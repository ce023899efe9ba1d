package cms.platform.net.outside;

import cms.platform.failure.Failure;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A URL from outside, accepted only in a form that all parsers read alike.
 *
 * @param literal the address, when the host is an IP address; a name is resolved when it is used
 */
public record OutsideUrl(URI url, int port, Optional<InetAddress> literal) {
    private static final int CHARS_MAX = 2_000;
    private static final int OCTET_MAX = 255;
    private static final Pattern OCTETS = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern NAME = Pattern.compile("(?=.{1,253}\\.?$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
            + "(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\\.?");

    /** Hosts that other parsers read as a number: the last label is digits, or hexadecimal digits after 0x. */
    private static final Pattern NUMERIC = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)\\.?");

    /** @throws Failure INVALID for anything that is not plainly an http or https URL of a name or an address */
    public static OutsideUrl parse(URI sent) {
        URI given = AsciiHost.of(sent);
        if (given.toString().length() > CHARS_MAX) {
            throw Failure.invalid("The URL is longer than " + CHARS_MAX + " characters.");
        }
        String scheme = String.valueOf(given.getScheme()).toLowerCase(Locale.ROOT);
        String host = String.valueOf(given.getHost()).toLowerCase(Locale.ROOT);
        boolean plain = (scheme.equals("http") || scheme.equals("https"))
                && given.getHost() != null
                && given.getRawUserInfo() == null
                && given.getPort() != 0
                && given.getPort() <= 65_535;
        if (!plain) {
            throw Failure.invalid("The URL must be an http or https URL with a host and without a user name.");
        }
        int port = given.getPort() > 0 ? given.getPort() : scheme.equals("https") ? 443 : 80;
        return new OutsideUrl(withoutFragment(given), port, literal(host));
    }

    private static Optional<InetAddress> literal(String host) {
        if (host.startsWith("[")) {
            return Optional.of(ipv6(host.substring(1, host.length() - 1)));
        }
        if (OCTETS.matcher(host).matches()) {
            for (String octet : host.split("\\.")) {
                if (Integer.parseInt(octet) > OCTET_MAX) {
                    throw odd();
                }
            }
            return Optional.of(InetAddress.ofLiteral(host));
        }
        if (NUMERIC.matcher(host).matches() || !NAME.matcher(host).matches()) {
            throw odd();
        }
        return Optional.empty();
    }

    private static InetAddress ipv6(String text) {
        if (text.indexOf('%') >= 0) {
            throw odd();
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException notAnAddress) {
            throw odd().causedBy(notAnAddress);
        }
    }

    private static URI withoutFragment(URI url) {
        if (url.getRawFragment() == null) {
            return url;
        }
        String text = url.toString();
        try {
            return new URI(text.substring(0, text.indexOf('#')));
        } catch (URISyntaxException impossible) {
            throw odd().causedBy(impossible);
        }
    }

    private static Failure odd() {
        return Failure.invalid(
                "The host of the URL must be a name, four decimal numbers, or an IPv6 address in" + " brackets.");
    }
}
