package cms.mcp.apps;

import cms.access.Acted;
import cms.access.Author;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.TokenUse;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.instance.Instance;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Grants from consent to their end, with their codes and tokens.
 *
 * <p>The refresh tokens of a grant are a family, each used once. A used token that is sent again within 120 s, by a
 * client with parallel requests or one that lost an answer, gets the current one (decision 103). Later it is treated as
 * stolen, and the grant ends. Sessions of people ({@code auth.session.TokenFamilies}) follow the same rule with ten
 * seconds and the successor of the token that was sent.
 */
final class Grants {
    static final String ACCESS_PREFIX = "cms_at_";
    static final Duration GRACE = Duration.ofMinutes(2);
    private static final String REFRESH_PREFIX = "cms_rt_";
    private static final String CODE_PREFIX = "cms_ac_";
    private static final Duration CODE_LIFE = Duration.ofSeconds(60);
    private static final Duration ACCESS_LIFE = Duration.ofMinutes(60);
    private static final Duration IDLE_LIFE = Duration.ofDays(30);
    private static final Duration LIFE = Duration.ofDays(180);
    private static final int TOKEN_CHARS = 43;
    private static final String CURRENT = "connected-app-refresh-token";

    private final Instance instance;
    private final GrantStore store;
    private final RandomTokens random = new RandomTokens();

    /** Sent to every instance when a grant has ended. */
    record GrantEnded(String grantId) {}

    /** Announced when a grant has ended because a token of it was used long after it was replaced. */
    record TokenStolen(String grantId, String userId, String workspaceId) {}

    Grants(Instance instance, GrantStore store) {
        this.instance = instance;
        this.store = store;
    }

    /** The newest earlier grant of the person to the app. */
    Optional<GrantStore.Earlier> earlier(String userId, String clientId) {
        return instance.database().read(tx -> store.earlier(tx, userId, clientId));
    }

    /** Stores a grant that a person has allowed; the answer is the authorization code for the app. */
    String allow(Allowed allowed) {
        return instance.database().write(tx -> allow(tx, allowed));
    }

    private String allow(Tx tx, Allowed allowed) {
        long now = instance.clock().millis();
        ConnectedApp app = new ConnectedApp(
                random.uuid(),
                allowed.userId(),
                allowed.workspaceId(),
                allowed.projectId(),
                allowed.request().client().id(),
                allowed.request().client().name(),
                allowed.request().client().host(),
                allowed.scopes(),
                allowed.request().audience(),
                Instant.ofEpochMilli(now),
                null,
                Instant.ofEpochMilli(now).plus(LIFE),
                null);
        store.insertGrant(tx, app, RedirectRule.host(allowed.request().redirectUri()));
        store.clientUsed(tx, app.clientId(), now);
        String code = CODE_PREFIX + random.base62(TOKEN_CHARS);
        store.insertCode(
                tx,
                Hashes.sha256Hex(code),
                new GrantStore.Code(
                        app.id(),
                        allowed.request().redirectUri(),
                        allowed.request().challenge(),
                        now + CODE_LIFE.toMillis(),
                        null));
        instance.announcements().announce(tx, acted(app, "connect_app"));
        return code;
    }

    /** The consent of a person: request, project and scopes. */
    record Allowed(
            AuthorizationRequest request, String userId, String workspaceId, String projectId, Set<AppScope> scopes) {}

    /** The parameters of a token request. */
    record Asked(
            String clientId,
            @Nullable String redirectUri,
            @Nullable String verifier,
            Optional<String> scope,
            Optional<String> resource) {
        /** Fails with {@code invalid_target} for another resource than the person was asked about. */
        void checkResource(ConnectedApp app) {
            if (resource.filter(other -> !other.equals(app.audience())).isPresent()) {
                throw OAuthFailure.of(OAuthFailure.INVALID_TARGET, "The person allowed another resource.");
            }
        }
    }

    /** Redeems a code for tokens; a second use of a code ends the grant that the first one began. */
    ObjectNode redeem(String code, Asked asked) {
        String hash = Hashes.sha256Hex(code);
        return instance.database()
                .write(tx -> {
                    GrantStore.Code found = store.findCode(tx, hash).orElse(null);
                    ConnectedApp app =
                            found == null ? null : store.ofCode(tx, found).orElse(null);
                    if (found == null || app == null) {
                        return Optional.<ObjectNode>empty();
                    }
                    if (found.usedAt() != null) {
                        end(tx, app, "end_connected_app");
                        return Optional.<ObjectNode>empty();
                    }
                    long now = instance.clock().millis();
                    boolean good = found.expiresAt() > now
                            && app.isGood(instance.clock().instant())
                            && app.clientId().equals(asked.clientId())
                            && found.redirectUri().equals(asked.redirectUri())
                            && isProven(asked.verifier(), found.challenge());
                    if (!good) {
                        return Optional.<ObjectNode>empty();
                    }
                    asked.checkResource(app);
                    if (!store.useCode(tx, hash, now)) {
                        return Optional.<ObjectNode>empty();
                    }
                    store.begin(tx, app.id(), now);
                    return Optional.of(tokens(tx, app, app.scopes(), newRefreshToken(tx, app)));
                })
                .orElseThrow(Grants::notGood);
    }

    /** New tokens for a refresh token. */
    ObjectNode refresh(String token, Asked asked) {
        String hash = Hashes.sha256Hex(token);
        return instance.database()
                .write(tx -> store.findToken(tx, hash)
                        .filter(found -> found.scopes() == null)
                        .filter(found -> found.app().clientId().equals(asked.clientId()))
                        .filter(found -> found.expiresAt() > instance.clock().millis()
                                && found.app().isGood(instance.clock().instant()))
                        .flatMap(found -> rotate(tx, hash, found, asked)))
                .orElseThrow(Grants::notGood);
    }

    private Optional<ObjectNode> rotate(Tx tx, String hash, GrantStore.Token found, Asked asked) {
        ConnectedApp app = found.app();
        asked.checkResource(app);
        Set<AppScope> scopes = narrowed(app, asked.scope());
        long now = instance.clock().millis();
        return switch (TokenUse.of(found.rotatedAt(), now, GRACE)) {
            case FIRST ->
                store.rotate(tx, hash, now)
                        ? Optional.of(tokens(tx, app, scopes, newRefreshToken(tx, app)))
                        : repeat(tx, app, scopes);
            case REPEATED -> repeat(tx, app, scopes);
            case STOLEN -> {
                end(tx, app, "end_connected_app");
                instance.announcements().announce(tx, new TokenStolen(app.id(), app.userId(), app.workspaceId()));
                yield Optional.empty();
            }
        };
    }

    private Optional<ObjectNode> repeat(Tx tx, ConnectedApp app, Set<AppScope> scopes) {
        return store.current(tx, app.id())
                .flatMap(kept -> instance.seal().open(CURRENT, kept))
                .map(current -> tokens(tx, app, scopes, current));
    }

    /** Ends the grant of a token that its app revokes (RFC 7009); an unknown token is no error. */
    void giveBack(String token, String clientId) {
        instance.database()
                .writing(tx -> store.findToken(tx, Hashes.sha256Hex(token))
                        .filter(found -> found.app().clientId().equals(clientId))
                        .ifPresent(found -> end(tx, found.app(), "disconnect_app")));
    }

    /** Ends a grant and notifies all instances; {@code action} is logged, null where the route logs the end itself. */
    void end(Tx tx, ConnectedApp app, @Nullable String action) {
        if (store.end(tx, app.id(), instance.clock().millis())) {
            instance.signals().send(tx, new GrantEnded(app.id()));
            if (action != null) {
                instance.announcements().announce(tx, acted(app, action));
            }
        }
    }

    private Set<AppScope> narrowed(ConnectedApp app, Optional<String> wanted) {
        if (wanted.isEmpty()) {
            return app.scopes();
        }
        Set<AppScope> scopes = AppScope.parse(wanted.get());
        if (scopes.isEmpty() || !app.scopes().containsAll(scopes)) {
            throw OAuthFailure.of(OAuthFailure.INVALID_SCOPE, "The person did not allow that much.");
        }
        return scopes;
    }

    private String newRefreshToken(Tx tx, ConnectedApp app) {
        String token = REFRESH_PREFIX + random.base62(TOKEN_CHARS);
        long idle = instance.clock().instant().plus(IDLE_LIFE).toEpochMilli();
        store.insertToken(
                tx,
                Hashes.sha256Hex(token),
                app.id(),
                null,
                Math.min(idle, app.endsAt().toEpochMilli()));
        store.setCurrent(tx, app.id(), instance.seal().seal(CURRENT, token));
        return token;
    }

    private ObjectNode tokens(Tx tx, ConnectedApp app, Set<AppScope> scopes, String refreshToken) {
        String token = ACCESS_PREFIX + random.base62(TOKEN_CHARS);
        long until = instance.clock().instant().plus(ACCESS_LIFE).toEpochMilli();
        store.insertToken(tx, Hashes.sha256Hex(token), app.id(), AppScope.text(scopes), until);
        return Json.object()
                .put("access_token", token)
                .put("token_type", "Bearer")
                .put("expires_in", ACCESS_LIFE.toSeconds())
                .put("refresh_token", refreshToken)
                .put("scope", AppScope.text(scopes));
    }

    private static boolean isProven(@Nullable String verifier, String challenge) {
        return verifier != null && Hashes.sameText(Hashes.codeChallenge(verifier), challenge);
    }

    private static Acted acted(ConnectedApp app, String action) {
        Author by = Author.person(app.userId(), "").through(Author.Origin.APP, "connected_app:" + app.id());
        return new Acted(by, action, "connected_apps", app.id(), app.workspaceId(), app.projectId());
    }

    private static Failure notGood() {
        return OAuthFailure.of(
                OAuthFailure.INVALID_GRANT, "This code or token is not good any more; ask the person again.");
    }
}
