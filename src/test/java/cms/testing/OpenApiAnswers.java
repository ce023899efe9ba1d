package cms.testing;

import cms.OpenApiRoutes;
import cms.platform.http.Route;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;

/** The promise of {@code openapi.yaml}, to hold answers against. */
public final class OpenApiAnswers {
    /** What any path may answer to a request that does not even get to its handler, in the shape of an error. */
    private static final Set<Integer> GENERAL = Set.of(405, 414, 431);

    /** Headers that a client acts on; others are about any answer. */
    private static final Set<String> ACTED_ON = Set.of(
            "ETag", "Location", "Retry-After", "WWW-Authenticate", "X-Cms-Asset-Id", "X-Cms-Behind", "Mcp-Session-Id");

    private static final Pattern UNUSUAL = Pattern.compile("%|//|/\\.");
    private static final Pattern CODE = Pattern.compile("(?m)^\\| `([^`]+)` \\| ([0-9, ]+) \\| .+ \\|$");

    private static final JsonNode FILE = load();
    /** The path with the most letters that are fixed first, then that with the fewest parameters, as in the router. */
    private static final List<Template> TEMPLATES = FILE.get("paths").properties().stream()
            .map(path -> Template.of(path.getKey(), path.getValue()))
            .sorted(Comparator.comparingInt((Template one) -> -one.fixed).thenComparingInt(one -> one.parameters))
            .toList();

    /** The table of {@code Error.code} in its order: the statuses that come with each code. */
    private static final Map<String, Set<Integer>> CODES = codesOfFile();

    private OpenApiAnswers() {}

    /** The whole file. */
    public static JsonNode file() {
        return FILE;
    }

    /** The codes of errors in the order of their table. */
    public static List<String> codes() {
        return List.copyOf(CODES.keySet());
    }

    private static Map<String, Set<Integer>> codesOfFile() {
        Map<String, Set<Integer>> codes = new LinkedHashMap<>();
        CODE.matcher(FILE.at("/components/schemas/Error/properties/code/description")
                        .asString())
                .results()
                .forEach(row -> {
                    Set<Integer> statuses = Stream.of(row.group(2).split(", "))
                            .map(Integer::valueOf)
                            .collect(Collectors.toSet());
                    if (codes.put(row.group(1), statuses) != null) {
                        throw new AssertionError("The table of Error.code has two rows of " + row.group(1));
                    }
                });
        return codes;
    }

    /** {@code GET /api/health} and so on, with {@code {name}} for parameters. */
    public static Set<String> operations() {
        TreeSet<String> all = new TreeSet<>();
        for (Map.Entry<String, JsonNode> path : FILE.get("paths").properties()) {
            for (String method : path.getValue().propertyNames()) {
                // OPTIONS is answered before any route is asked.
                if (!method.equals("parameters") && !method.equals("options")) {
                    all.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                }
            }
        }
        return all;
    }

    /** Each operation with its {@code operationId}. */
    static void forEachOperation(BiConsumer<String, JsonNode> each) {
        FILE.get("paths")
                .forEach(path -> path.forEach(operation -> {
                    if (operation.has("operationId")) {
                        each.accept(operation.get("operationId").asString(), operation);
                    }
                }));
    }

    /** Operations that take or give JSON and do not show it; of several successes one is enough. */
    public static List<String> operationsWithoutExample() {
        List<String> without = new ArrayList<>();
        forEachOperation((id, operation) -> {
            JsonNode request = json(operation.path("requestBody"));
            List<JsonNode> answers = answers(operation);
            if (!request.isMissingNode() && !request.has("example")) {
                without.add(id + " request");
            }
            if (!answers.isEmpty() && answers.stream().noneMatch(answer -> answer.has("example"))) {
                without.add(id + " answer");
            }
            JsonNode events = OpenApiExample.events(operation);
            if (events.has("schema") && !events.has("example")) {
                without.add(id + " event");
            }
        });
        return without;
    }

    /** One line for each shared refusal that shows none, or one that its schema or its operations do not answer. */
    public static List<String> refusalFaults() {
        List<String> faults = new ArrayList<>();
        FILE.at("/components/responses").properties().forEach(refusal -> {
            JsonNode media = json(refusal.getValue());
            if (!media.isMissingNode() && !media.has("example")) {
                faults.add(refusal.getKey() + " shows none");
            } else if (!media.isMissingNode()) {
                JsonNode example = media.get("example");
                JsonSchema.faults(FILE, media.get("schema"), example)
                        .forEach(fault -> faults.add(refusal.getKey() + ": " + fault));
                OpenApiExampleFiles.refusing(refusal.getKey()).values().stream()
                        .filter(status -> example.path("statusCode").asInt(status) != status)
                        .distinct()
                        .forEach(status -> faults.add(refusal.getKey() + " is answered with " + status));
            }
        });
        return faults;
    }

    /** One line for each difference between an example and its schema. */
    public static List<String> exampleFaults() {
        List<String> faults = new ArrayList<>();
        forEachOperation((id, operation) -> {
            List<JsonNode> media = new ArrayList<>(answers(operation));
            media.add(json(operation.path("requestBody")));
            media.add(OpenApiExample.events(operation));
            media.stream()
                    .filter(one -> one.has("example") && one.has("schema"))
                    .forEach(one -> JsonSchema.faults(FILE, one.get("schema"), one.get("example"))
                            .forEach(fault -> faults.add(id + ": " + fault)));
        });
        return faults;
    }

    private static List<JsonNode> answers(JsonNode operation) {
        return operation.path("responses").properties().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .map(response -> json(response.getValue()))
                .filter(media -> !media.isMissingNode())
                .toList();
    }

    private static JsonNode json(JsonNode bodyOrReference) {
        return JsonSchema.resolve(FILE, bodyOrReference).at("/content/application~1json");
    }

    /** The name of each operation that is asked for by a request. */
    public static Set<String> operationIds() {
        Set<String> names = new TreeSet<>();
        forEachOperation((id, operation) -> names.add(id));
        return names;
    }

    /** The statuses that an operation lists. */
    public static Set<Integer> promised(String operationId) {
        return byId(operationId).get("responses").propertyNames().stream()
                .map(Integer::valueOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The operation of this {@code operationId}. */
    static JsonNode byId(String operationId) {
        List<JsonNode> found = new ArrayList<>();
        forEachOperation((id, operation) -> {
            if (id.equals(operationId)) {
                found.add(operation);
            }
        });
        return found.getFirst();
    }

    /** The description of a mounted route. */
    static JsonNode operation(Route route) {
        String path = route.path().replace('<', '{').replace('>', '}');
        return FILE.get("paths").path(path).path(route.method().name().toLowerCase(Locale.ROOT));
    }

    /** Fails unless the answer is one that the file promises for its request; returns it. */
    public static Reply documented(Reply reply) {
        List<String> faults = faults(reply);
        if (!faults.isEmpty()) {
            throw new AssertionError("%s answered %s %s, but openapi.yaml %s"
                    .formatted(path(reply), reply.status(), reply.text(), faults));
        }
        return reply;
    }

    /** The same, and notes what was answered to this body. */
    public static Reply documented(byte[] request, Reply reply) {
        String[] asked = path(reply).split(" ", 2);
        if (!asked[0].equals("HEAD")) {
            operation(asked[0], asked[1]).ifPresent(operation -> Observed.note(operation, request, reply));
        }
        return documented(reply);
    }

    /** Notes an event of a stream that a test reads while it goes on. */
    static void noteEvent(String request, JsonNode event) {
        String[] asked = path(request).split(" ", 2);
        operation(asked[0], asked[1]).ifPresent(operation -> Observed.noteEvent(operation, event));
    }

    /** The names of the events that receivers are told. */
    public static Set<String> events() {
        return new TreeSet<>(FILE.get("webhooks").propertyNames());
    }

    /** One line for each difference between the body of an event and what the file promises of it. */
    public static List<String> webhookFaults(String event, JsonNode body) {
        JsonNode schema = FILE.get("webhooks").path(event).at("/post/requestBody/content/application~1json/schema");
        return schema.isMissingNode() ? List.of("knows no event " + event) : JsonSchema.faults(FILE, schema, body);
    }

    /** The headers that come with an event, and whether each always does. */
    public static Map<String, Boolean> webhookHeaders(String event) {
        return FILE.get("webhooks")
                .path(event)
                .at("/post/parameters")
                .valueStream()
                .map(parameter -> JsonSchema.resolve(FILE, parameter))
                .collect(Collectors.toUnmodifiableMap(
                        parameter -> parameter.get("name").asString(),
                        parameter -> parameter.get("required").asBoolean()));
    }

    /** One line for each difference between an answer and the file. */
    public static List<String> faults(Reply reply) {
        String[] request = path(reply).split(" ", 2);
        Optional<JsonNode> operation = operation(request[0], request[1]);
        if (operation.isEmpty()) {
            // Which routes the file has to know is OpenApiTest's to say.
            return reply.status() >= 400
                    ? ofAnyMethod(request[1], reply.status())
                            .map(promised -> contentFaults(JsonSchema.resolve(FILE, promised), reply))
                            .orElseGet(() -> errorFaults(reply))
                    : List.of();
        }
        JsonNode promised = operation.get().get("responses").path(Integer.toString(reply.status()));
        if (promised.isMissingNode()) {
            return GENERAL.contains(reply.status()) || isRefusedPath(reply)
                    ? errorFaults(reply)
                    : List.of("does not promise the status " + reply.status());
        }
        JsonNode answer = JsonSchema.resolve(FILE, promised);
        List<String> faults = new ArrayList<>(headerFaults(answer, reply));
        if (!request[0].equals("HEAD")) {
            faults.addAll(contentFaults(answer, reply));
            faults.addAll(codeFaults(reply));
        }
        return faults;
    }

    private static List<String> headerFaults(JsonNode promised, Reply reply) {
        return ACTED_ON.stream()
                .filter(name -> !reply.header(name).isEmpty()
                        && !promised.path("headers").has(name))
                .map(name -> "does not promise the header " + name)
                .toList();
    }

    /** Errors of other protocols have a code of theirs, and no {@code statusCode}. */
    private static List<String> codeFaults(Reply reply) {
        if (reply.status() < 400 || !reply.header("Content-Type").startsWith("application/json")) {
            return List.of();
        }
        JsonNode error = reply.json();
        if (!error.has("statusCode") || !error.has("code")) {
            return List.of();
        }
        String code = error.get("code").asString();
        return CODES.getOrDefault(code, Set.of()).contains(reply.status())
                ? List.of()
                : List.of("does not list the code " + code + " with " + reply.status());
    }

    /** A path that cannot be read, or not in one way, is refused before any operation, or by any. */
    private static boolean isRefusedPath(Reply reply) {
        return reply.status() == 400 && UNUSUAL.matcher(path(reply)).find();
    }

    /** Method and path without the origin, which redirects bring, and without the query. */
    private static String path(Reply reply) {
        return path(reply.request());
    }

    private static String path(String request) {
        return request.replaceFirst(" https?://[^/]+", " ").replaceFirst("\\?.*", "");
    }

    private static List<String> contentFaults(JsonNode promised, Reply reply) {
        JsonNode content = promised.path("content");
        String type = reply.header("Content-Type").split(";", 2)[0].strip();
        if (content.isMissingNode()) {
            return reply.body().length == 0 ? List.of() : List.of("promises no body");
        }
        JsonNode media = content.path(type);
        if (media.isMissingNode()) {
            return List.of("promises no " + type);
        }
        if (!media.has("schema")) {
            return List.of();
        }
        return switch (type) {
            case "application/json" -> JsonSchema.faults(FILE, media.get("schema"), reply.json());
            case "text/event-stream" -> eventFaults(media.get("schema"), reply.text());
            default -> List.of();
        };
    }

    private static List<String> eventFaults(JsonNode schema, String text) {
        List<String> faults = new ArrayList<>();
        text.lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> Json.parse(line.substring("data: ".length())))
                .forEach(event -> faults.addAll(JsonSchema.faults(FILE, schema, event)));
        return faults;
    }

    private static List<String> errorFaults(Reply reply) {
        boolean page = reply.header("Content-Type").startsWith("text/html");
        if (reply.request().startsWith("HEAD ")
                || (page && showsPages(path(reply).split(" ", 2)[1]))) {
            return List.of();
        }
        return JsonSchema.faults(FILE, FILE.at("/components/schemas/Error"), reply.json());
    }

    private static Optional<JsonNode> operation(String method, String path) {
        String wanted = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
        return TEMPLATES.stream()
                .filter(template -> template.methods.has(wanted) && template.matches(path))
                .findFirst()
                .map(template -> template.methods.get(wanted));
    }

    /** What a path promises of a status, whichever of its methods does. */
    private static Optional<JsonNode> ofAnyMethod(String path, int status) {
        return TEMPLATES.stream()
                .filter(template -> template.matches(path))
                .min(Comparator.comparingInt(template -> template.parameters))
                .flatMap(template -> template.methods
                        .valueStream()
                        .map(operation -> operation.path("responses").path(Integer.toString(status)))
                        .filter(promised -> !promised.isMissingNode())
                        .findFirst());
    }

    /** Whether people look at this path in a browser, whichever method they use. */
    private static boolean showsPages(String path) {
        return TEMPLATES.stream()
                .filter(template -> template.matches(path))
                .flatMap(template -> template.methods.valueStream())
                .flatMap(operation -> operation.path("responses").valueStream())
                .anyMatch(response -> response.path("content").has("text/html"));
    }

    private static JsonNode load() {
        return Json.tree(new Load(LoadSettings.builder().build()).loadFromString(OpenApiRoutes.document()));
    }

    /**
     * A path of the file, as each answer is looked up by it.
     *
     * @param start what a path begins with that may fit: most do not, and an expression is slow to say so
     * @param fixed how many of its letters stand outside parameters
     */
    private record Template(JsonNode methods, String start, Pattern pattern, int fixed, int parameters) {
        static Template of(String path, JsonNode methods) {
            String literal = path.replace(".", "\\.").replace("/{path}", "/.+");
            return new Template(
                    methods,
                    path.replaceFirst("/?\\{.*", ""),
                    Pattern.compile(literal.replaceAll("\\{[^}]+}", "[^/]+") + "/?"),
                    path.replaceAll("\\{[^}]+}", "").length(),
                    (int) path.chars().filter(c -> c == '{').count());
        }

        boolean matches(String path) {
            return path.startsWith(start) && pattern.matcher(path).matches();
        }
    }
}
