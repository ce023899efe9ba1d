package cms.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The service as a process of its own, which can be killed like one. */
public final class ServiceProcess implements AutoCloseable {
    private static final String READY = "cms is ready at ";
    /** The service gives itself eight seconds; a machine that is ten times slower needs more to leave. */
    private static final long END_SECONDS_MAX = 180;

    /** The most that {@code ./cms} gives the service where nobody says how much. */
    private static final String LAUNCHED_HEAP = "-Xmx1024m";

    // It lives for some seconds: compiling less saves two of the five that a start costs the processor.
    private static final List<String> SHORT_LIVED = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final URI url;

    private ServiceProcess(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** Starts on a data folder and waits until it says that it is ready. */
    public static ServiceProcess start(Path data, Map<String, String> settings) {
        return start(data, settings, SHORT_LIVED);
    }

    /** The same with another bound of the heap, such as {@code 192m}. */
    public static ServiceProcess startWithin(String heap, Path data, Map<String, String> settings) {
        List<String> flags = new ArrayList<>(SHORT_LIVED);
        flags.add("-Xmx" + heap); // the last one counts
        flags.add("-XX:+ExitOnOutOfMemoryError");
        return start(data, settings, flags);
    }

    /** The same with the flags that {@code ./cms} gives to the machine, the bound of its heap among them. */
    public static ServiceProcess startAsLaunched(Path data, Map<String, String> settings) {
        try {
            String flags = Files.readString(Path.of("cms"))
                    .split("java_flags=\\(", 2)[1]
                    .split("\n\\)", 2)[0];
            List<String> all = Pattern.compile("(?<=\\s)-(?:XX:|X|D)[^\\s\"]+")
                    .matcher(flags)
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.toCollection(ArrayList::new));
            all.add(LAUNCHED_HEAP);
            return start(data, settings, all);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static ServiceProcess start(Path data, Map<String, String> settings, List<String> flags) {
        try {
            Process process = launch(data, settings, data.resolve("service.log"), flags);
            String line = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (line == null || !line.startsWith(READY)) {
                process.destroyForcibly();
                throw new AssertionError("The service did not start; it printed: " + line);
            }
            return new ServiceProcess(process, URI.create(line.substring(READY.length())));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Starts on a data folder and waits for nothing. */
    public static Process launch(Path data, Map<String, String> settings) throws IOException {
        return launch(data, settings, data.resolve("service.log"));
    }

    /**
     * Runs the program on a data folder and waits for nothing.
     *
     * @param errors gets what it prints on standard error
     * @param arguments a command of the command line; without any it serves
     */
    public static Process launch(Path data, Map<String, String> settings, Path errors, String... arguments)
            throws IOException {
        return launch(data, settings, errors, SHORT_LIVED, arguments);
    }

    private static Process launch(
            Path data, Map<String, String> settings, Path errors, List<String> flags, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(flags);
        command.addAll(program());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("CMS_"));
        builder.environment().putAll(settings);
        builder.environment().put("CMS_DATA", data.toString());
        builder.environment().putIfAbsent("CMS_PORT", "0");
        return builder.start();
    }

    /**
     * The jar of {@code ./cms} with what Java remembers of its classes, where {@code bin/tests.sh} has found a new one:
     * a start takes half of the processor then. Otherwise the classes of the test.
     */
    private static List<String> program() {
        String jar = System.getProperty("cms.service.jar", "");
        return jar.isEmpty()
                ? List.of(
                        "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), "cms.Main")
                : List.of(
                        "-XX:+UseCompactObjectHeaders", // as what is remembered was made
                        "-XX:AOTCache=" + jar.replaceFirst("\\.jar$", ".aot"),
                        "-Xlog:disable", // the first line of its output says where it listens
                        "-Dlogback.configurationFile="
                                + Path.of("src", "test", "resources", "logback-test.xml")
                                        .toAbsolutePath(),
                        "-jar",
                        jar);
    }

    public URI url() {
        return url;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** kill -9. */
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** SIGTERM; returns the exit code. */
    public int stop() {
        process.destroy();
        return await();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        await();
    }

    private int await() {
        try {
            if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new AssertionError("The service did not end within " + END_SECONDS_MAX + " seconds.");
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
