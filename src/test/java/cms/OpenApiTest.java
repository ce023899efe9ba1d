package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Surface;
import cms.testing.Http;
import cms.testing.OpenApiAnswers;
import cms.testing.Reply;
import cms.testing.RoutePaths;
import cms.testing.TestApp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");
    private static TestApp app;

    @BeforeAll
    static void start() {
        app = TestApp.start();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void everyMountedRouteIsInTheFileAndNothingElse() {
        Set<String> mounted = app.routes().stream()
                .map(route ->
                        route.method() + " " + route.path().replace('<', '{').replace('>', '}'))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(OpenApiAnswers.operations()).isEqualTo(mounted);
    }

    @Test
    void everyRouteStatesTheQueryParametersOfTheFile() {
        for (Route route : app.routes()) {
            assertThat(route.queries().names())
                    .as("%s %s", route.method(), route.path())
                    .containsExactlyInAnyOrderElementsOf(RoutePaths.queries(route));
        }
    }

    /** What is answered in front of a handler is an answer of each operation, whether or not a test has met it. */
    @Test
    void everyOperationNamesWhatIsRefusedBeforeItsHandler() {
        JsonNode file = OpenApiAnswers.file();
        List<String> missing = new ArrayList<>();
        for (Route route : app.routes()) {
            JsonNode operation = file.get("paths")
                    .path(route.path().replace('<', '{').replace('>', '}'))
                    .path(route.method().name().toLowerCase(Locale.ROOT));
            boolean takesKey = takesIdempotencyKey(route, operation);
            Set<String> wanted = refusals(route, operation);
            if (takesKey) {
                wanted.addAll(List.of("409", "422"));
            }
            wanted.removeAll(operation.path("responses").propertyNames());
            if (takesKey && !operation.path("parameters").toString().contains("/IdempotencyKey\"")) {
                wanted.add("the parameter Idempotency-Key");
            }
            if (!wanted.isEmpty()) {
                missing.add(route.method() + " " + route.path() + " " + wanted);
            }
        }
        assertThat(missing).isEmpty();
    }

    /** The statuses of what {@code Dispatch} and the steps of the root refuse. */
    private static Set<String> refusals(Route route, JsonNode operation) {
        Set<String> statuses = new TreeSet<>();
        boolean keyed = route.surface() == Surface.KEYED;
        if (!route.queries().others()) {
            statuses.add("400");
        }
        if (route.surface() == Surface.SESSION || (keyed && !route.path().contains("/~/"))) {
            statuses.add("401"); // but not where the address is the key
        }
        if (keyed && !route.path().startsWith("/api/cdn/")) {
            statuses.add("402"); // of a locked workspace
        }
        if (route.surface() == Surface.SESSION || route.surface() == Surface.SIGN_IN) {
            statuses.add("403"); // of a page of another site
        }
        if (operation.has("requestBody")
                || operation.path("operationId").asString("").startsWith("receive")) {
            statuses.add("413");
        }
        if (operation.at("/requestBody/content").has("application/json")) {
            statuses.add("415");
        }
        if (route.perAddress().isPresent() || route.perCaller().isPresent()) {
            statuses.add("429");
        }
        if (!route.isAlwaysAnswered()) {
            statuses.add("503"); // while there is more to do than the process can
        }
        return statuses;
    }

    /**
     * As {@code Idempotency} decides: a write of a signed-in person that is JSON, or has no body, and answers no
     * stream.
     */
    private static boolean takesIdempotencyKey(Route route, JsonNode operation) {
        return route.surface() == Surface.SESSION
                && route.method() != Route.Method.GET
                && !operation.at("/responses/200/content").has("text/event-stream")
                && (!operation.has("requestBody")
                        || operation.at("/requestBody/content").has("application/json"));
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsUsed() {
        JsonNode file = OpenApiAnswers.file();
        List<String> references =
                file.findValues("$ref").stream().map(JsonNode::asString).toList();
        assertThat(references)
                .isNotEmpty()
                .allMatch(reference -> !file.at(reference.substring(1)).isMissingNode());
        for (String kind : List.of("schemas", "responses", "parameters")) {
            for (String name : file.at("/components/" + kind).propertyNames()) {
                assertThat(references).contains("#/components/" + kind + "/" + name);
            }
        }
    }

    @Test
    void everyOperationHasANameOfItsOwnAndDeclaresItsPathParameters() {
        JsonNode file = OpenApiAnswers.file();
        List<String> names = new ArrayList<>();
        file.get("paths").properties().forEach(path -> {
            List<String> declared = path.getValue()
                    .path("parameters")
                    .valueStream()
                    .map(parameter -> file.at(parameter.get("$ref").asString().substring(1)))
                    .map(parameter -> parameter.get("name").asString())
                    .toList();
            Matcher parameters = PARAMETER.matcher(path.getKey());
            assertThat(declared)
                    .as(path.getKey())
                    .isEqualTo(parameters.results().map(found -> found.group(1)).toList());
            path.getValue().properties().forEach(operation -> {
                if (!operation.getKey().equals("parameters")) {
                    names.add(operation.getValue().get("operationId").asString());
                    assertThat(operation.getValue().get("responses").isEmpty()).isFalse();
                }
            });
        });
        file.get("webhooks")
                .forEach(event -> names.add(event.at("/post/operationId").asString()));
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void everyOperationOfJsonShowsWhatIsSentAndAnsweredAndItsSchemasTakeThat() {
        assertThat(OpenApiAnswers.operationsWithoutExample())
                .as("give it a test that is answered with success, run that, and then"
                        + " ./mvnw -Dquick surefire:test@observed -Dcms.examples=write")
                .isEmpty();
        assertThat(OpenApiAnswers.exampleFaults()).isEmpty();
    }

    @Test
    void everyRefusalThatOperationsShareShowsOneThatIsAnswered() {
        assertThat(OpenApiAnswers.refusalFaults())
                .as("a line of openapi/examples/shared.txt")
                .isEmpty();
    }

    @Test
    void theInstanceServesTheFile() {
        Http nobody = new Http(app.url());
        assertThat(OpenApiAnswers.documented(nobody.get("/openapi.yaml").is(200))
                        .text())
                .startsWith("openapi: 3.1.0");
        OpenApiAnswers.documented(nobody.get("/api/health").is(200));
        OpenApiAnswers.documented(nobody.get("/api/workspaces").is(401));
    }

    @Test
    void anAnswerWithAnUndocumentedMemberIsNoticed() {
        JsonNode health = OpenApiAnswers.file().at("/components/schemas/Health/properties");
        assertThat(health.propertyNames()).containsExactlyInAnyOrder("status", "timestamp", "version");
        Http nobody = new Http(app.url());
        assertThat(OpenApiAnswers.faults(new Reply(
                        "GET /api/workspaces/x",
                        401,
                        nobody.get("/api/workspaces").headers(),
                        "{\"statusCode\":401,\"message\":\"No.\",\"stack\":\"...\"}".getBytes(StandardCharsets.UTF_8))))
                .containsExactly("$ has the undocumented member stack");
    }
}
