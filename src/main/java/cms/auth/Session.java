package cms.auth;

import cms.platform.http.Request;
import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * One sign-in of one person that is still good.
 *
 * @param familyId what logging out revokes
 */
record Session(String familyId, Provider provider, String accountId, User user) {
    static Session of(Request request) {
        return request.find(Session.class).orElseThrow(Caller::unknown);
    }

    Session with(User changed) {
        return new Session(familyId, provider, accountId, changed);
    }

    Caller caller() {
        return new Caller(user.id(), user.email(), user.displayName(), provider);
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
