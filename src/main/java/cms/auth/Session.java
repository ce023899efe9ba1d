package cms.auth;

import cms.auth.token.PersonalToken;
import cms.platform.http.Request;
import cms.platform.json.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A session of a person that has not ended.
 *
 * @param familyId the token family that logging out revokes; empty with a personal access token, which is in
 *     {@code token}
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

    /** The person as the owner of a new token. */
    PersonalToken.Owner owner() {
        return new PersonalToken.Owner(user.id(), user.email(), provider.key(), accountId);
    }

    /** The JSON of the user in sign-in answers (spec 2.1). */
    ObjectNode json() {
        return Json.object()
                .put("id", user.id())
                .put("email", user.email())
                .put("avatarUrl", user.avatarUrl())
                .put("provider", provider.key())
                .put("providerAccountId", accountId);
    }

    /** The JSON of the user with the members that only the person's own profile has. */
    ObjectNode profileJson() {
        return json().put("displayName", user.displayName()).put("theme", user.theme());
    }
}
