package cms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import cms.platform.json.Json;
import cms.testing.Observed;
import cms.testing.OpenApiAnswers;
import cms.testing.OpenApiExampleFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds {@code openapi.yaml} against what the whole suite was answered, after it, in {@code ./mvnw verify}.
 *
 * <p>With {@code -Dcms.examples=write} it writes the examples that are missing instead, from what the last run of tests
 * was answered; remove the line of one that has to be taken anew:
 *
 * <pre>./mvnw -Dquick surefire:test@observed -Dcms.examples=write</pre>
 */
class ObservedContract {
    private static final Path FOLDER = Path.of(System.getProperty("cms.observed", "target"));
    private static Observed observed;

    @BeforeAll
    static void read() {
        assertThat(FOLDER).as("what the tests before this one have seen").isDirectory();
        observed = Observed.ofLastRun(FOLDER);
        boolean writes = "write".equals(System.getProperty("cms.examples"));
        if (writes) {
            OpenApiExampleFiles.write(observed);
        }
        assumeThat(writes).as("it only writes").isFalse();
    }

    @Test
    void everyExampleShowsOnlyWhatATestHasSentOrWasAnswered() {
        List<String> wrong = new ArrayList<>();
        OpenApiExampleFiles.shown().forEach((operation, example) -> {
            int status = example.get("status").asInt();
            Set<String> seen = observed.shapes(operation, status).keySet().stream()
                    .flatMap(Set::stream)
                    .collect(Collectors.toSet());
            OpenApiExampleFiles.shape(operation, example).stream()
                    .filter(place -> !seen.contains(place))
                    .forEach(place -> wrong.add(operation + " " + status + ": no test has seen " + place));
        });
        assertThat(wrong)
                .as("remove its lines below openapi/examples; ./mvnw -Dquick surefire:test@observed"
                        + " -Dcms.examples=write then takes it from what was answered")
                .isEmpty();
    }

    @Test
    void everySharedRefusalShowsWhatATestWasAnswered() {
        List<String> wrong = new ArrayList<>();
        OpenApiExampleFiles.shownRefusals().forEach((name, example) -> {
            boolean answered = OpenApiExampleFiles.refusing(name).entrySet().stream()
                    .anyMatch(one -> hasAnswered(one.getKey(), one.getValue(), example));
            if (!answered) {
                wrong.add(name);
            }
        });
        assertThat(wrong).as("lines of openapi/examples/shared.txt").isEmpty();
    }

    private static boolean hasAnswered(String operation, int status, JsonNode example) {
        Set<String> places = OpenApiExampleFiles.shape(operation, refusal(status, example));
        return observed.shapes(operation, status).values().stream()
                .flatMap(Optional::stream)
                .anyMatch(one -> one.at("/response/code").equals(example.path("code"))
                        && OpenApiExampleFiles.shape(operation, one).containsAll(places));
    }

    private static ObjectNode refusal(int status, JsonNode response) {
        ObjectNode exchange = Json.object().put("status", status);
        exchange.set("response", response);
        return exchange;
    }

    @Test
    void everyOperationHasBeenAskedAndNoneAnsweredAStatusThatItDoesNotList() {
        assertThat(observed.operationIds()).containsExactlyInAnyOrderElementsOf(OpenApiAnswers.operationIds());
        List<String> wrong = new ArrayList<>();
        for (String operation : observed.operationIds()) {
            observed.statuses(operation).stream()
                    .filter(status -> !OpenApiAnswers.promised(operation).contains(status))
                    .forEach(status -> wrong.add(operation + " answered " + status));
        }
        assertThat(wrong).isEmpty();
    }
}
