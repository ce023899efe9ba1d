package cms.auth.token;

import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** The routes of a person's own tokens: {@code /api/auth/tokens}. */
public final class PersonalTokenRoutes {
    private static final String TOKENS = "/api/auth/tokens";

    private final PersonalTokens tokens;
    private final Function<Request, PersonalToken.Owner> owner;

    /** @param owner finds the person of a request */
    public PersonalTokenRoutes(PersonalTokens tokens, Function<Request, PersonalToken.Owner> owner) {
        this.tokens = tokens;
        this.owner = owner;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(TOKENS, this::list)
                .post(TOKENS, Audit.ofMade("create_access_token", "personal_tokens"), this::make)
                .delete(
                        TOKENS + "/{tokenId}",
                        Audit.of("revoke_access_token", "personal_tokens", "tokenId"),
                        this::revoke);
    }

    private Answer list(Request request) {
        return Answer.json(tokens.list(owner.apply(request).userId()).stream()
                .map(PersonalTokenRoutes::described)
                .toList());
    }

    private Answer make(Request request) {
        PersonalToken.Owner maker = owner.apply(request);
        PersonalTokens.Made made = tokens.make(maker, TokenRequest.of(request.body()));
        return Answer.json(described(made.token()).put("token", made.text()))
                .showingSecretOf(made.token().id());
    }

    private Answer revoke(Request request) {
        tokens.revoke(owner.apply(request).userId(), request.pathParameter("tokenId"));
        return Answer.json(Map.of("revoked", true));
    }

    private static ObjectNode described(PersonalToken token) {
        ObjectNode json =
                Json.object().put("id", token.id()).put("name", token.name()).put("prefix", token.shown());
        token.scopes().stream()
                .sorted()
                .forEach(scope -> json.withArray("scopes").add(scope.key()));
        json.putArray("projects");
        token.projects().stream().sorted().forEach(json.withArray("projects")::add);
        return json.put("createdAt", token.createdAt().toString())
                .put("expiresAt", token.expiresAt().toString())
                .put(
                        "lastUsedAt",
                        Optional.ofNullable(token.lastUsedAt())
                                .map(Instant::toString)
                                .orElse(null));
    }
}
