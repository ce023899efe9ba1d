package cms.platform.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;

/** Reads addresses that are written as numbers; a name is refused because the answer for it can change. */
final class Addresses {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern HOST_NAME = Pattern.compile("(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
            + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");
    private static final String EXPECTED_SOCKET = "an address with a port such as 127.0.0.1:9000 or [::1]:9000";
    private static final String EXPECTED_HOST = "a host name or an address such as 127.0.0.1";

    private Addresses() {}

    static InetAddress literal(String text, String expected) {
        if (!IPV4.matcher(text).matches() && text.indexOf(':') < 0) {
            throw new IllegalArgumentException(expected);
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException notAnAddress) {
            throw new IllegalArgumentException(expected, notAnAddress);
        }
    }

    static InetSocketAddress socket(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException(EXPECTED_SOCKET);
        }
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (!bracketed && host.indexOf(':') >= 0) {
            throw new IllegalArgumentException(EXPECTED_SOCKET);
        }
        InetAddress address = literal(bracketed ? host.substring(1, host.length() - 1) : host, EXPECTED_SOCKET);
        int port = Numbers.between(text.substring(colon + 1), 1, 65_535, EXPECTED_SOCKET);
        return new InetSocketAddress(address, port);
    }

    static String host(String text) {
        boolean looksNumeric = text.indexOf(':') >= 0 || text.matches("[\\d.]+");
        if (looksNumeric) {
            literal(text, EXPECTED_HOST);
        } else if (!HOST_NAME.matcher(text).matches()) {
            throw new IllegalArgumentException(EXPECTED_HOST);
        }
        return text;
    }
}
