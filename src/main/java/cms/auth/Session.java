package cms.auth;

import cms.auth.token.PersonalToken;
import cms.platform.http.Request;
import cms.platform.json.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One sign-in of one person that is still good.
 *
 * @param familyId what logging out revokes; a personal access token has no family, and {@code token} instead
 */
record Session(
        String familyId,
        Provider provider,
        String accountId,
        User user,
        @Nullable PersonalToken token) {
    static Session of(Request request) {
        return request.find(Session.class).orElseThrow(() -> Caller.unknown(request));
    }

    Session with(User changed) {
        return new Session(familyId, provider, accountId, changed, token);
    }

    Caller caller() {
        return new Caller(
                user.id(),
                user.email(),
                user.displayName(),
                provider,
                Optional.ofNullable(token).map(Session::limits));
    }

    private static Caller.Token limits(PersonalToken token) {
        return new Caller.Token(token.id(), token.projects());
    }

    /** The person as the owner of a token that is made now. */
    PersonalToken.Owner owner() {
        return new PersonalToken.Owner(user.id(), user.email(), provider.key(), accountId);
    }

    /** The user as sign-in answers show it (spec 2.1). */
    ObjectNode json() {
        return Json.object()
                .put("id", user.id())
                .put("email", user.email())
                .put("avatarUrl", user.avatarUrl())
                .put("provider", provider.key())
                .put("providerAccountId", accountId);
    }

    /** The user with the members that only the person's own profile shows. */
    ObjectNode profileJson() {
        return json().put("displayName", user.displayName()).put("theme", user.theme());
    }
}
