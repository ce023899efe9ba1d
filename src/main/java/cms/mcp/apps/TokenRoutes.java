package cms.mcp.apps;

import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;

/** Routes that apps call: registration (RFC 7591), tokens (OAuth 2.1) and revocation (RFC 7009). */
final class TokenRoutes {
    private static final long REGISTRATION_BYTES_MAX = 8 * 1024;

    private final Clients clients;
    private final Grants grants;
    private final RateLimiter limiter;

    TokenRoutes(Clients clients, Grants grants, RateLimiter limiter) {
        this.clients = clients;
        this.grants = grants;
        this.limiter = limiter;
    }

    void mount(Routes routes) {
        Routes.Group open = routes.on(Surface.PUBLIC)
                .openTo(CrossOrigin.any("Content-Type", "Authorization", "MCP-Protocol-Version"))
                .refusing(OAuthFailure::answer);
        open.limitedPerAddress(Limits.OAUTH_TOKEN.rate())
                .post("/api/oauth/token{?others*}", this::token)
                .post("/api/oauth/revoke{?others*}", this::revoke);
        open.limitedPerAddress(Limits.OAUTH_REGISTER.rate())
                .taking(REGISTRATION_BYTES_MAX)
                .post("/api/oauth/register{?others*}", this::register);
    }

    private Answer register(Request request) {
        limiter.take(Limits.OAUTH_REGISTER_DAILY.rate(), request.address()).orFail();
        try {
            return Answer.json(201, clients.register(request.body().json()));
        } catch (Failure wrong) {
            throw wrong.code().isEmpty() ? wrong.withCode("oauth.invalid_client_metadata") : wrong;
        }
    }

    private Answer token(Request request) {
        FormFields fields = FormFields.of(request);
        String clientId = fields.required("client_id");
        if (!clients.isKnown(clientId)) {
            throw OAuthFailure.unknownClient();
        }
        Grants.Asked asked = new Grants.Asked(
                clientId,
                fields.one("redirect_uri").orElse(null),
                fields.one("code_verifier").orElse(null),
                fields.one("scope"),
                fields.one("resource"));
        return switch (fields.required("grant_type")) {
            case "authorization_code" -> Answer.json(grants.redeem(fields.required("code"), asked));
            case "refresh_token" -> Answer.json(grants.refresh(fields.required("refresh_token"), asked));
            default -> throw OAuthFailure.of("unsupported_grant_type", "Use authorization_code or refresh_token.");
        };
    }

    private Answer revoke(Request request) {
        FormFields fields = FormFields.of(request);
        grants.giveBack(fields.required("token"), fields.required("client_id"));
        return Answer.json(Json.object());
    }
}
