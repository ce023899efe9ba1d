package cms.platform.config;

import cms.platform.failure.Failure;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads one environment, setting by setting, and collects every problem instead of stopping at the first.
 *
 * <p>Each method registers its name. An absent setting gives its fallback or null; an unreadable one gives the same and
 * adds a problem. {@link #finish()} ends the reading.
 */
public final class SettingReader {
    private final SettingValues values;

    /** @param prefix the beginning of every name that this service claims, such as {@code CMS_} */
    public SettingReader(String prefix, Map<String, String> environment) {
        this.values = new SettingValues(prefix, environment);
    }

    public int port(String name, int fallback) {
        String expected = "a port from 0 to 65535 (0 takes a free one)";
        return or(fallback, values.open(name, text -> Numbers.between(text, 0, 65_535, expected)));
    }

    public int positive(String name, int fallback) {
        String expected = "a whole number from 1 to " + Integer.MAX_VALUE;
        return or(fallback, values.open(name, text -> Numbers.between(text, 1, Integer.MAX_VALUE, expected)));
    }

    /** A positive number up to {@code max}. */
    public int positive(String name, int fallback, int max) {
        String expected = "a whole number from 1 to " + max;
        return or(fallback, values.open(name, text -> Numbers.between(text, 1, max, expected)));
    }

    public String host(String name, String fallback) {
        return or(fallback, values.open(name, Addresses::host));
    }

    public boolean flag(String name) {
        return choice(name, "false", "true", "false").equals("true");
    }

    /** One word of a closed list. */
    public String choice(String name, String fallback, String... choices) {
        return or(fallback, choiceOrNull(name, choices));
    }

    public @Nullable String choiceOrNull(String name, String... choices) {
        return values.open(name, text -> {
            if (!Arrays.asList(choices).contains(text)) {
                throw new IllegalArgumentException("one of " + String.join(", ", choices));
            }
            return text;
        });
    }

    public @Nullable String text(String name) {
        return values.open(name, Function.identity());
    }

    /** A web address, without the slash at its end. */
    public @Nullable URI webUrl(String name) {
        return values.open(name, Urls::web);
    }

    public URI webUrl(String name, String fallback) {
        return or(URI.create(fallback), webUrl(name));
    }

    /** A web address without a path: scheme, host and port. */
    public @Nullable URI origin(String name) {
        return values.open(name, Urls::origin);
    }

    /** A folder that exists or can be made. */
    public Path folder(String name, Path fallback) {
        return or(fallback, values.open(name, text -> {
            Path folder = Path.of(text).toAbsolutePath().normalize();
            if (Files.exists(folder) && !Files.isDirectory(folder)) {
                throw new IllegalArgumentException("a folder, and there is a file of that name");
            }
            return folder;
        }));
    }

    /** A file that is there. */
    public @Nullable Path file(String name) {
        return values.open(name, text -> {
            Path file = Path.of(text).toAbsolutePath().normalize();
            if (!Files.isRegularFile(file)) {
                throw new IllegalArgumentException("a file that exists");
            }
            return file;
        });
    }

    /** A server by its name or number, with its port. */
    public @Nullable String hostAndPort(String name) {
        return values.open(name, text -> {
            int colon = text.lastIndexOf(':');
            String expected = "a host and a port, such as localhost:3310";
            if (colon < 1) {
                throw new IllegalArgumentException(expected);
            }
            Addresses.host(text.substring(0, colon).replaceAll("^\\[|]$", ""));
            Numbers.between(text.substring(colon + 1), 1, 65_535, expected);
            return text;
        });
    }

    /** Origins as browsers write them: scheme, host and port. */
    public List<URI> origins(String name) {
        return or(List.of(), values.open(name, text -> each(text, Urls::origin)));
    }

    /** A PEM file with certificates. */
    public @Nullable Path certificates(String name) {
        return values.open(name, text -> Pem.certificates(Path.of(text)));
    }

    public List<AddressRange> addressRanges(String name) {
        return or(List.of(), values.open(name, text -> each(text, AddressRange::parse)));
    }

    /** Addresses with ports, written as numbers. */
    public List<InetSocketAddress> socketAddresses(String name) {
        return or(List.of(), values.open(name, text -> each(text, Addresses::socket)));
    }

    /** A secret, given by itself or as the name of a file in {@code <name>_FILE}. */
    public @Nullable Secret secret(String name) {
        return secret(name, 1);
    }

    public @Nullable Secret secret(String name, int charsMin) {
        return values.secret(name, text -> {
            if (text.length() < charsMin) {
                throw new IllegalArgumentException("at least " + charsMin + " characters long");
            }
            return new Secret(text);
        });
    }

    public @Nullable Secret rsaPrivateKey(String name) {
        return values.secret(name, Pem::rsaPrivateKey);
    }

    public @Nullable Secret postgresqlUrl(String name) {
        return values.secret(name, Urls::postgresql);
    }

    /** The URL of a server with one of these schemes; it may hold a password and is a secret for that. */
    public @Nullable Secret serverUrl(String name, String example, String... schemes) {
        return values.secret(name, text -> Urls.server(text, Set.of(schemes), "a URL such as " + example));
    }

    /** Whether the setting, or the file named in its place, is given; it must have been read before. */
    public boolean isGiven(String name) {
        return values.isGiven(name);
    }

    /** Checks settings that only make sense together: all are given or none. True when all are. */
    public boolean allOrNone(String... names) {
        List<String> missing =
                Arrays.stream(names).filter(name -> !values.isGiven(name)).toList();
        if (!missing.isEmpty() && missing.size() < names.length) {
            values.problem(String.join(" and ", missing) + (missing.size() == 1 ? " is" : " are") + " missing: "
                    + String.join(", ", names) + " are given together or not at all.");
        }
        return missing.isEmpty();
    }

    /** Adds a problem that no single setting shows. */
    public void problem(String message) {
        values.problem(message);
    }

    /** Every name that was read, the file forms of secrets included. */
    public SortedSet<String> knownNames() {
        return values.names();
    }

    /** Fails with one line for each problem, unknown names included. */
    public void finish() {
        List<String> problems = values.problems();
        if (!problems.isEmpty()) {
            throw Failure.invalid(String.join("\n", problems));
        }
    }

    private static <T> T or(T fallback, @Nullable T read) {
        return read == null ? fallback : read;
    }

    private static <T> List<T> each(String list, Function<String, T> parse) {
        return Arrays.stream(list.split("[,\\s]+"))
                .filter(item -> !item.isEmpty())
                .map(parse)
                .toList();
    }
}
