package cms.delivery.read;

import static org.assertj.core.api.Assertions.assertThat;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.serve.Entity;
import cms.delivery.serve.PackPosition;
import cms.delivery.serve.Release;
import cms.platform.http.LeavingCaller;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** Shown to fail where a row that is looked at asks nobody whether the reader is still there. */
@Timeout(60)
final class LeftQueriesTest {
    @Test
    void aQueryEndsForAClosedConnection() {
        ObjectNode rows = Json.object();
        for (int i = 0; i < 100; i++) {
            rows.putObject("row" + i).put("title", "a title " + i);
        }
        Map<String, Entity> files = Map.of(
                "models/post.json",
                file("{\"id\":\"post\",\"kind\":\"collection\",\"fields\":{\"title\":{\"type\":\"string\"}}}"),
                "content/post/data.json",
                file(Json.text(rows)));
        Release release = new Release("b", "main", "c", Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
        DeliveryQuery query = new DeliveryQuery(
                "post",
                List.of("en"),
                List.of(Filter.parse("title:contains:title")),
                List.of(),
                List.of(),
                10,
                null,
                List.of());
        new Tables().asked("w", release, asked -> {
            QueryRun run = new QueryRun(asked, query, cost -> {});
            assertThat(run.json().get("total").asInt()).isEqualTo(100); // and the files are parsed
            LeavingCaller.endsWork("QueryRun", run::json);
            return true;
        });
    }

    private static Entity file(String text) {
        return new Entity(DeliveredBytes.of(text.getBytes(StandardCharsets.UTF_8)), PackPosition.NOWHERE);
    }
}
