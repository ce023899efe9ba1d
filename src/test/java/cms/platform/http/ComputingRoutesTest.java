package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What computes for a person is counted for that person, whoever adds a route. */
class ComputingRoutesTest {
    private static final String PROJECT = "/api/workspaces/{workspaceId}/projects/{projectId}";

    /** Below them content is read, compared, written, printed or made into pictures. */
    private static final List<String> COMPUTING = Stream.of(
                    "/brain",
                    "/branches",
                    "/config",
                    "/content",
                    "/forms",
                    "/health",
                    "/history",
                    "/init",
                    "/locales",
                    "/media",
                    "/models",
                    "/openapi.json",
                    "/preview",
                    "/previews",
                    "/search",
                    "/types.ts",
                    "/vocabulary")
            .map(PROJECT::concat)
            .toList();

    private static final Set<String> ROWS_ALONE = Set.of(PROJECT + "/media/signing-keys");

    @Test
    void everyRouteThatComputesHasALimitOfEachPerson() {
        try (TestApp app = TestApp.start()) {
            assertThat(app.routes().stream().filter(ComputingRoutesTest::computes))
                    .hasSizeGreaterThan(COMPUTING.size());
            assertThat(app.routes().stream()
                            .filter(route -> route.surface() == Surface.SESSION)
                            .filter(ComputingRoutesTest::computes)
                            .filter(route -> route.rules().perCaller().isEmpty())
                            .map(route -> route.method() + " " + route.path()))
                    .isEmpty();
        }
    }

    private static boolean computes(Route route) {
        return COMPUTING.stream()
                        .anyMatch(path ->
                                route.path().equals(path) || route.path().startsWith(path + "/"))
                && ROWS_ALONE.stream().noneMatch(route.path()::startsWith);
    }
}
