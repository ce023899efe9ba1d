package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.OneService;
import cms.testing.Person;
import cms.testing.TestApp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

@Tag("scenario")
@ExtendWith(OneService.class)
class ProfileTest {
    private final TestApp app;

    ProfileTest(TestApp app) {
        this.app = app;
    }

    @Test
    void aNameAndAThemeAreChanged() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        JsonNode changed = ada.http()
                .patch("/api/profile", Map.of("displayName", "  Ada L.  "))
                .is(200)
                .json();
        assertThat(changed.get("displayName").asString()).isEqualTo("Ada L.");
        ada.http().patch("/api/profile", Map.of("theme", "dark")).is(200);
        JsonNode me = ada.http().get("/api/auth/me").json().get("user");
        assertThat(me.get("displayName").asString()).isEqualTo("Ada L.");
        assertThat(me.get("theme").asString()).isEqualTo("dark");
        ada.http()
                .patch("/api/profile", Map.of("displayName", "😀".repeat(100)))
                .is(200);
        // Within a name a joiner has its use: it makes one picture of three.
        ada.http()
                .patch("/api/profile", Map.of("displayName", "\u2728\ufe0f \ud83d\udc69\u200d\ud83d\udcbb"))
                .is(200);
        assertThat(ada.http().delete("/api/profile/avatar").is(200).text()).isEqualTo("{\"avatarUrl\":null}");
    }

    @Test
    void anOddProfileIsRefused() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("displayName", null);
        for (Map<String, ?> body : List.<Map<String, ?>>of(
                Map.of(),
                nothing,
                Map.of("displayName", "   "),
                Map.of("displayName", "x".repeat(101)),
                Map.of("displayName", "a\u0007b"),
                Map.of("displayName", "\u00a0\u200b\ufeff"),
                Map.of("displayName", "\u202eada"),
                Map.of("displayName", "ada\u2067"),
                Map.of("displayName", 7),
                Map.of("theme", "pink"),
                Map.of("theme", "dark", "role", "owner"),
                Map.of("theme", "dark", "email", "x@example.com"),
                Map.of("theme", "dark", "id", "x"))) {
            assertThat(ada.http().patch("/api/profile", body).status())
                    .as(body.toString())
                    .isEqualTo(400);
        }
    }

    @Test
    void aDeletedAccountIsGoneEverywhere() {
        Person eve = Person.signIn(app.url(), "eve@example.com");
        Person bo = Person.signIn(app.url(), "bo@example.com");
        String shared = eve.http()
                .post("/api/workspaces", Map.of("name", "S", "slug", "eves-own"))
                .json()
                .get("id")
                .asString();
        eve.http().post("/api/workspaces/" + shared + "/members", Map.of("email", "bo@example.com", "role", "admin"));
        bo.http()
                .post(
                        "/api/workspaces/" + bo.primaryWorkspace() + "/members",
                        Map.of("email", "eve@example.com", "role", "member"));
        eve.http().get("/api/auth/me").is(200);
        bo.http().get("/api/workspaces/" + shared).is(200);

        assertThat(eve.http().delete("/api/profile").is(200).text()).isEqualTo("{\"deleted\":true}");
        eve.http().get("/api/auth/me").is(401);
        eve.http()
                .post("/api/auth/refresh", Map.of("refreshToken", eve.refreshToken()))
                .is(401);
        bo.http().get("/api/workspaces/" + shared).is(404);
        assertThat(bo.http()
                        .get("/api/workspaces/" + bo.primaryWorkspace() + "/members")
                        .json())
                .hasSize(1);
        Person again = Person.signIn(app.url(), "eve@example.com");
        assertThat(again.id()).isNotEqualTo(eve.id());
        assertThat(again.http().get("/api/workspaces").json()).hasSize(1);
    }
}
