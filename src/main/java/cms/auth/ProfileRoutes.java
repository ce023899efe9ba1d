package cms.auth;

import cms.auth.picture.Avatars;
import cms.auth.session.SessionCookie;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Routes of a person's own profile, and of the deletion of an account (spec 4.1). */
final class ProfileRoutes {
    private static final Set<String> THEMES = Set.of("light", "dark", "system");
    private static final String[] SERVER_OWNED = {
        "id", "email", "provider", "providerAccountId", "avatarUrl", "role", "plan", "created_at"
    };

    private final Accounts accounts;
    private final Avatars avatars;
    private final SessionCookie cookie;

    ProfileRoutes(Accounts accounts, Avatars avatars, SessionCookie cookie) {
        this.accounts = accounts;
        this.avatars = avatars;
        this.cookie = cookie;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SESSION)
                .patch("/api/profile", Audit.ofCaller("update_profile", "users"), this::change)
                .delete("/api/profile", Audit.ofCaller("delete_account", "users"), this::delete)
                .delete("/api/profile/avatar", Audit.ofCaller("delete_avatar", "users"), this::removeAvatar);
        routes.on(Surface.SESSION)
                .takingContent()
                .post("/api/profile/avatar", Audit.ofCaller("save_avatar", "users"), this::uploadAvatar);
    }

    private Answer change(Request request) {
        Session session = Session.of(request);
        Body body = request.body().refuse(SERVER_OWNED);
        Optional<String> name = body.text("displayName").map(session.user()::renamed);
        Optional<String> theme = body.text("theme").map(ProfileRoutes::parseTheme);
        if (name.isEmpty() && theme.isEmpty()) {
            throw Failure.invalid("There is nothing to change; send `displayName` or `theme`.");
        }
        User user = accounts.change(session.user(), name, theme);
        return Answer.json(session.with(user).profileJson());
    }

    private Answer uploadAvatar(Request request) {
        User user = Session.of(request).user();
        Multipart.Part file = request.multipart(Routes.CONTENT_BYTES_MAX, Multipart.TooLong.REFUSED)
                .file("file")
                .orElseThrow(() -> Failure.invalid("Send the picture as the file `file`."));
        String avatarUrl = avatars.dataUri(user.id(), file.bytes());
        accounts.setAvatar(user.id(), avatarUrl);
        return Answer.json(Map.of("avatarUrl", avatarUrl));
    }

    private Answer removeAvatar(Request request) {
        accounts.removeAvatar(Session.of(request).user().id());
        return Answer.json(Json.object().putNull("avatarUrl"));
    }

    private Answer delete(Request request) {
        accounts.delete(Session.of(request).user());
        return Answer.json(Map.of("deleted", true)).withCookie(cookie.forget());
    }

    private static String parseTheme(String text) {
        if (!THEMES.contains(text)) {
            throw Failure.invalid("`theme` must be light, dark or system.");
        }
        return text;
    }
}
