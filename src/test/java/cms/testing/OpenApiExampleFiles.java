package cms.testing;

import cms.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The files of {@code openapi/examples}, written from what the tests have seen. */
public final class OpenApiExampleFiles {
    private static final Path ROOMS = Path.of("src/main/resources/openapi");
    private static final Pattern OPERATION = Pattern.compile("(?m)^ {6}operationId: (\\S+)$");

    private static final Pattern ORIGIN = Pattern.compile("http://(127\\.0\\.0\\.1|localhost):[0-9]+");
    private static final Pattern IN_ADDRESS = Pattern.compile("http%3A%2F%2F(127\\.0\\.0\\.1|localhost)%3A[0-9]+");
    private static final Pattern RECEIVER = Pattern.compile("https://127\\.0\\.0\\.1:[0-9]+");
    private static final Pattern SECRET = Pattern.compile("\\b(cms_[a-z]+_|whsec_)[A-Za-z0-9_+/=-]{8,}");
    private static final Pattern OPAQUE =
            Pattern.compile("\\b(?![0-9a-f]{40}\\b)([A-Za-z0-9_-]{12})[A-Za-z0-9_.~+/=-]{30,}");
    private static final Pattern ID =
            Pattern.compile("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b|\\b[0-9a-f]{40}\\b");
    private static final Pattern LONG = Pattern.compile("\"([^\"\\\\]{160})[^\"\\\\]{20,}\"");

    private OpenApiExampleFiles() {}

    /** The exchanges that the document shows, by operation: {@code status}, and {@code request}, {@code response}. */
    public static Map<String, ObjectNode> shown() {
        Map<String, ObjectNode> shown = new HashMap<>();
        OpenApiAnswers.forEachOperation((id, operation) -> example(operation).ifPresent(one -> shown.put(id, one)));
        return shown;
    }

    /** The refusals that operations share and the document shows, by name. */
    public static Map<String, JsonNode> shownRefusals() {
        Map<String, JsonNode> shown = new HashMap<>();
        OpenApiAnswers.file().at("/components/responses").properties().forEach(refusal -> {
            JsonNode example = refusal.getValue().at("/content/application~1json/example");
            if (!example.isMissingNode()) {
                shown.put(refusal.getKey(), example);
            }
        });
        return shown;
    }

    /** The operations that answer with a shared refusal, and the status that each does it with. */
    public static Map<String, Integer> refusing(String refusal) {
        Map<String, Integer> refusing = new HashMap<>();
        OpenApiAnswers.forEachOperation((id, operation) -> operation
                .path("responses")
                .properties()
                .forEach(response -> {
                    if (response.getValue().path("$ref").asString("").equals("#/components/responses/" + refusal)) {
                        refusing.put(id, Integer.parseInt(response.getKey()));
                    }
                }));
        return refusing;
    }

    /** The shape that such an exchange has; see {@link OpenApiExample}. */
    public static Set<String> shape(String operationId, JsonNode exchange) {
        return OpenApiExample.shape(OpenApiAnswers.byId(operationId), exchange);
    }

    /**
     * Keeps what is shown (shared refusals, in {@code shared.txt}, are chosen by people), and takes for the rest what
     * has the most members of what was seen; a line that is removed is taken anew.
     */
    public static void write(Observed observed) {
        Map<String, ObjectNode> shown = shown();
        try (Stream<Path> rooms = Files.list(ROOMS)) {
            for (Path room : rooms.filter(Files::isRegularFile).toList()) {
                List<String> lines = new ArrayList<>();
                Matcher operations = OPERATION.matcher(Files.readString(room));
                while (operations.find()) {
                    String id = operations.group(1);
                    Optional<ObjectNode> known = Optional.ofNullable(shown.get(id));
                    best(observed, id, known).ifPresent(one -> lines.addAll(lines(id, one)));
                    known.filter(one -> one.has("event"))
                            .map(JsonNode.class::cast)
                            .or(() -> fullest(observed, id, true))
                            .ifPresent(one -> lines.add(id + " event " + plain(one.get("event"), new HashMap<>())));
                }
                String name = room.getFileName().toString().replace(".yaml", ".txt");
                Files.createDirectories(ROOMS.resolve("examples"));
                if (!lines.isEmpty()) {
                    Files.writeString(ROOMS.resolve("examples").resolve(name), String.join("\n", lines) + "\n");
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Optional<JsonNode> best(Observed observed, String id, Optional<ObjectNode> shown) {
        if (shown.isPresent() && isWhole(id, shown.get())) {
            return shown.map(JsonNode.class::cast);
        }
        return fullest(observed, id, false);
    }

    private static Optional<JsonNode> fullest(Observed observed, String id, boolean ofStream) {
        List<Integer> successes =
                observed.statuses(id).stream().filter(status -> status < 300).toList();
        return successes.stream()
                .flatMap(status -> observed.shapes(id, status).values().stream())
                .flatMap(Optional::stream)
                .filter(one -> one.has("event") == ofStream)
                .max(Comparator.comparingInt(one -> shape(id, one).size()));
    }

    /** Whether it shows all that the operation sends and answers. */
    private static boolean isWhole(String id, JsonNode exchange) {
        JsonNode operation = OpenApiAnswers.byId(id);
        int status = exchange.get("status").asInt();
        return (OpenApiExample.requestSchema(operation).isMissingNode() || exchange.has("request"))
                && (OpenApiExample.responseSchema(operation, status).isMissingNode() || exchange.has("response"));
    }

    private static List<String> lines(String id, JsonNode exchange) {
        Map<String, String> ids = new HashMap<>();
        List<String> lines = new ArrayList<>();
        if (exchange.has("request")) {
            lines.add(id + " request " + plain(exchange.get("request"), ids));
        }
        if (exchange.has("response")) {
            lines.add(id + " " + exchange.get("status").asInt() + " " + plain(exchange.get("response"), ids));
        }
        return lines;
    }

    /** Without what differs each time, and without what looks like a secret. */
    private static String plain(JsonNode value, Map<String, String> ids) {
        String text = ORIGIN.matcher(Json.text(value)).replaceAll("https://cms.example.com");
        text = IN_ADDRESS.matcher(text).replaceAll("https%3A%2F%2Fcms.example.com");
        text = RECEIVER.matcher(text).replaceAll("https://site.example.com");
        text = ID.matcher(text)
                .replaceAll(found -> ids.computeIfAbsent(found.group(), id -> stand(id, ids.size() + 1)));
        text = SECRET.matcher(text).replaceAll("$1…");
        text = OPAQUE.matcher(text).replaceAll("$1…");
        return LONG.matcher(text).replaceAll("\"$1…\"");
    }

    private static String stand(String id, int number) {
        return id.length() == 40
                ? "%x".formatted(number % 16).repeat(40)
                : "00000000-0000-4000-8000-%012d".formatted(number);
    }

    private static Optional<ObjectNode> example(JsonNode operation) {
        ObjectNode exchange = Json.object();
        JsonNode request = operation.at("/requestBody/content/application~1json/example");
        if (!request.isMissingNode()) {
            exchange.set("request", request);
        }
        operation.path("responses").properties().forEach(response -> {
            JsonNode example = response.getValue().at("/content/application~1json/example");
            if (!example.isMissingNode()) {
                exchange.put("status", Integer.parseInt(response.getKey()));
                exchange.set("response", example);
            }
        });
        JsonNode event = OpenApiExample.events(operation).path("example");
        if (!event.isMissingNode()) {
            exchange.set("event", event);
        }
        if (!exchange.isEmpty() && !exchange.has("status")) {
            exchange.put(
                    "status",
                    operation.path("responses").propertyNames().stream()
                            .mapToInt(Integer::parseInt)
                            .min()
                            .orElseThrow());
        }
        return exchange.isEmpty() ? Optional.empty() : Optional.of(exchange);
    }
}
