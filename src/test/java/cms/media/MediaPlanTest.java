package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.UnsentBody;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a plan does not have is told behind the role, and before anything that is wrong with the request. */
class MediaPlanTest {
    @Test
    void aPlanWithoutMediaIsToldBeforeTheRequestIsRead() throws SQLException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String media = world.p() + "/media";
            String upload = media + "/uploads/none";
            try (Connection rows = app.rows();
                    Statement sql = rows.createStatement()) {
                sql.execute("UPDATE workspaces SET plan = 'free'");
            }
            byte[] broken = "{".getBytes(StandardCharsets.UTF_8);
            Http tus = ada.with("Tus-Resumable", "1.0.0");
            List<Reply> replies = List.of(
                    ada.get(media + "?sort=random"),
                    ada.post(media, Map.of()),
                    ada.post(media + "/upload-url", Map.of()),
                    ada.post(media + "/bulk", Map.of()),
                    ada.sendBytes("PATCH", media + "/none", "application/json", broken),
                    ada.delete(media + "/none?permanent="),
                    ada.post(media + "/none/restore"),
                    ada.post(media + "/uploads", Map.of()),
                    tus.post(media + "/uploads", Map.of()),
                    ada.get(upload),
                    tus.sendBytes("PATCH", upload, "text/plain", broken),
                    ada.delete(upload));
            replies.forEach(reply ->
                    assertThat(reply.is(403).json().path("code").asString("")).isEqualTo("media.not_in_plan"));
            assertThat(UnsentBody.status(app.url(), "POST", media + "/bulk", ada))
                    .isEqualTo(403);
            Reply byRole = world.dee().http().post(media + "/bulk", Map.of()).is(403);
            assertThat(byRole.json().path("code").asString("")).isNotEqualTo("media.not_in_plan");
        }
    }
}
