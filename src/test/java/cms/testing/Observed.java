package cms.testing;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which answers of which operations the tests of this process have seen, written down when it ends.
 *
 * <p>{@code openapi.yaml} shows an example of each operation. They are taken from here, and {@code ObservedContract}
 * compares them with what the whole suite has seen.
 */
public final class Observed {
    /** Where each process of the suite writes to; {@code pom.xml} sets it. */
    private static final Optional<Path> FILE = Optional.ofNullable(System.getProperty("cms.observed"))
            .filter(file -> file.endsWith(".json"))
            .map(Path::of);

    private static final String DATA = "data: ";
    private static final int EXAMPLE_BYTES_MAX = 6_000;
    private static final Observed ALL = new Observed();

    private final Map<String, Map<Integer, Map<String, String>>> operations = new TreeMap<>();

    static {
        FILE.ifPresent(file -> Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.write(file))));
    }

    /**
     * Operation, status, and by shape the smallest pair of request and response, or the smallest event of a stream,
     * that had it; of errors by their code.
     */
    private Observed() {}

    /** Notes one answer of an operation, and the events in it. */
    static void note(JsonNode operation, byte[] request, Reply reply) {
        if (FILE.isPresent()) {
            ALL.take(operation, request, reply);
            boolean streams = reply.header("Content-Type").startsWith("text/event-stream");
            if (streams && !OpenApiExample.eventSchema(operation).isMissingNode()) {
                reply.text()
                        .lines()
                        .filter(line -> line.startsWith(DATA))
                        .forEach(line -> noteEvent(operation, Json.parse(line.substring(DATA.length()))));
            }
        }
    }

    /** Notes one event of the stream of an operation. */
    static void noteEvent(JsonNode operation, JsonNode event) {
        if (FILE.isPresent()) {
            OpenApiExample.ofEvent(operation, event).ifPresent(whole -> ALL.add(operation, whole));
        }
    }

    /** What all processes of the last run have written. */
    public static Observed ofLastRun(Path folder) {
        Observed all = new Observed();
        try (Stream<Path> files = Files.list(folder)) {
            files.sorted().forEach(file -> all.add(Json.parse(read(file))));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return all;
    }

    public Set<String> operationIds() {
        return operations.keySet();
    }

    /** The statuses that an operation has answered. */
    public Set<Integer> statuses(String operationId) {
        return operations.getOrDefault(operationId, Map.of()).keySet();
    }

    /** The shapes of one status, each with an exchange that had it; empty where all were too large to show. */
    public Map<Set<String>, Optional<JsonNode>> shapes(String operationId, int status) {
        Map<Set<String>, Optional<JsonNode>> shapes = new LinkedHashMap<>();
        operations
                .getOrDefault(operationId, Map.of())
                .getOrDefault(status, Map.of())
                .forEach((shape, exchange) -> shapes.put(
                        Set.of(shape.split("\n")),
                        Optional.of(exchange).filter(one -> !one.isEmpty()).map(Json::parse)));
        return shapes;
    }

    private void take(JsonNode operation, byte[] request, Reply reply) {
        Optional<ObjectNode> done =
                reply.status() < 300 ? OpenApiExample.of(operation, request, reply) : Optional.empty();
        if (done.isPresent()) {
            add(operation, done.get());
        } else {
            Optional<ObjectNode> refused =
                    reply.status() < 400 ? Optional.empty() : OpenApiExample.ofRefusal(operation, reply);
            add(
                    operation,
                    reply.status(),
                    code(reply),
                    refused.map(one -> shown(operation, one)).orElse(""));
        }
    }

    private void add(JsonNode operation, ObjectNode whole) {
        String shape = String.join("\n", OpenApiExample.shape(operation, whole));
        add(operation, whole.get("status").asInt(), shape, shown(operation, whole));
    }

    private synchronized void add(JsonNode operation, int status, String shape, String shown) {
        add(operation.get("operationId").asString(), status, shape, shown);
    }

    /** An exchange as an example shows it; empty when it is too large. */
    private static String shown(JsonNode operation, ObjectNode whole) {
        String text = OpenApiExample.cut(operation, whole).toString();
        return text.length() <= EXAMPLE_BYTES_MAX ? text : "";
    }

    private void add(String operationId, int status, String shape, String exchange) {
        operations
                .computeIfAbsent(operationId, id -> new TreeMap<>())
                .computeIfAbsent(status, one -> new TreeMap<>())
                .merge(shape, exchange, (a, b) -> b.isEmpty() || (!a.isEmpty() && a.length() <= b.length()) ? a : b);
    }

    private void add(JsonNode written) {
        written.properties()
                .forEach(operation -> operation
                        .getValue()
                        .properties()
                        .forEach(status -> status.getValue()
                                .properties()
                                .forEach(shape -> add(
                                        operation.getKey(),
                                        Integer.parseInt(status.getKey()),
                                        shape.getKey(),
                                        shape.getValue().asString()))));
    }

    private static String code(Reply reply) {
        try {
            return reply.json().path("code").asString("");
        } catch (Failure none) {
            return "";
        }
    }

    private synchronized void write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Json.bytes(operations));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
