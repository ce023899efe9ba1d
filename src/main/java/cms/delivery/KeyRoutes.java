package cms.delivery;

import cms.access.Capability;
import cms.apikeys.ApiKey;
import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KeyScope;
import cms.apikeys.MintedKey;
import cms.apikeys.NewKey;
import cms.auth.Caller;
import cms.plan.Allowance;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.project.Project;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Keys for delivered content and media (spec 4.12, reference 3.7). */
final class KeyRoutes {
    private static final String KEYS = "/api/workspaces/{workspaceId}/projects/{projectId}/cdn/keys";

    private final Delivery delivery;
    private final ApiKeys keys;
    private final Access access;

    KeyRoutes(Delivery delivery, ApiKeys keys, Access access) {
        this.delivery = delivery;
        this.keys = keys;
        this.access = access;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(KEYS, this::list)
                .post(KEYS, Audit.ofMade("create_cdn_key", "api_keys"), this::mint)
                .delete(KEYS + "/{keyId}", Audit.of("delete_cdn_key", "api_keys", "keyId"), this::revoke);
    }

    private Answer list(Request request) {
        Project project = project(request, Capability.MANAGE_DELIVERY_KEYS);
        return Answer.json(keys.list(project.id(), KeyKind.LIVE).stream()
                .map(key -> render(key)
                        .put("rate_limit_per_hour", delivery.config().settings().readsPerHour())
                        .put(
                                "last_used_at",
                                Optional.ofNullable(key.lastUsedAt())
                                        .map(Object::toString)
                                        .orElse(null))
                        .putNull("expires_at")
                        .putNull("revoked_at"))
                .toList());
    }

    private Answer mint(Request request) {
        Project project = project(request, Capability.MANAGE_DELIVERY_KEYS);
        delivery.requirePlan(project);
        Body body = request.body();
        NewKey wanted = new NewKey(
                KeyKind.LIVE,
                project.workspaceId(),
                project.id(),
                body.requiredText("name"),
                scopes(body),
                Caller.of(request).userId());
        Allowance allowance = delivery.keyAllowance(project);
        MintedKey minted = access.write(project.id(), tx -> keys.mint(tx, wanted, allowance));
        return Answer.json(render(minted.key()).put("key", minted.plainText()))
                .showingSecretOf(minted.key().id());
    }

    private Answer revoke(Request request) {
        Project project = project(request, Capability.MANAGE_DELIVERY_KEYS);
        keys.revoke(project.id(), KeyKind.LIVE, request.pathParameter("keyId"));
        return Answer.json(Map.of("revoked", true));
    }

    private static Set<KeyScope> scopes(Body body) {
        List<String> words = body.texts("scopes").orElse(List.of(KeyScope.DELIVERY.wireName()));
        Set<KeyScope> scopes = EnumSet.noneOf(KeyScope.class);
        for (String word : words) {
            scopes.add(KeyScope.of(word)
                    .orElseThrow(
                            () -> Failure.invalid("`scopes` may only have delivery, media:read and media:write.")));
        }
        if (scopes.isEmpty()) {
            throw Failure.invalid("`scopes` must name at least one of delivery, media:read and media:write.");
        }
        return scopes;
    }

    private static ObjectNode render(ApiKey key) {
        ObjectNode rendered = Json.object()
                .put("id", key.id())
                .put("name", key.name())
                .put("key_prefix", key.keyPrefix())
                .put("environment", "production")
                .put("created_at", key.createdAt().toString());
        key.scopeNames().forEach(rendered.putArray("scopes")::add);
        return rendered;
    }

    private Project project(Request request, Capability capability) {
        return access.require(request, capability).project();
    }
}
