package cms.forms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Tag("rows")
@Timeout(120)
class SubmissionPagesTest {
    private static final int ROWS = 11;

    /** Several came in the same millisecond: the clock of the test stands still. */
    @Test
    void pagesOfAnySizeAreTheWholeListInEitherOrder() {
        try (TestApp app = TestApp.start(Map.of("CMS_FORM_RATE_PER_MINUTE", "1000"))) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            Map<String, Object> form = Map.of("enabled", true, "public", true, "exposedFields", List.of("name"));
            ada.patch(world.p() + "/models/authors", Map.of("form", form)).is(200);
            for (int n = 0; n < ROWS; n++) {
                new Http(app.url())
                        .post(
                                "/api/forms/v1/" + world.projectId() + "/authors/submit",
                                Map.of("data", Map.of("name", "Visitor " + n)))
                        .is(200);
                if (n % 3 == 0) {
                    app.clock().advance(java.time.Duration.ofSeconds(1));
                }
            }
            String rows = world.p() + "/forms/authors/submissions";
            List<String> newest = ids(ada, rows + "?limit=100");
            assertThat(newest).hasSize(ROWS).doesNotHaveDuplicates();
            for (String sort : List.of("newest", "oldest")) {
                List<String> all = sort.equals("newest") ? newest : newest.reversed();
                for (int limit : List.of(1, 2, 3, 5, 10)) {
                    List<String> paged = new ArrayList<>();
                    for (int page = 1; page <= (ROWS + limit - 1) / limit + 1; page++) {
                        paged.addAll(ids(ada, rows + "?sort=" + sort + "&limit=" + limit + "&page=" + page));
                    }
                    assertThat(paged).as(sort + " by " + limit).isEqualTo(all);
                }
            }
        }
    }

    private static List<String> ids(Http ada, String path) {
        List<String> ids = new ArrayList<>();
        for (JsonNode row : ada.get(path).is(200).json().get("submissions")) {
            ids.add(row.get("id").asString());
        }
        return ids;
    }
}
