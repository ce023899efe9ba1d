package cms.githost.remote.api;

import cms.platform.compute.Outside;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tokens for calls: the app's own signature, and one token for each installation, which the host gives for an hour.
 * A token is renewed well before it ends, by one caller while the others wait.
 */
public final class AppTokens implements HostApi.TokenSource {
    private static final Duration RENEW_BEFORE_END = Duration.ofMinutes(10);
    private static final Duration GOOD_ENOUGH = Duration.ofMinutes(2);
    private static final Duration SIGNATURE_LIFE = Duration.ofMinutes(5);

    private final AppKey key;
    private final InstantSource clock;
    private final Map<Long, CachedToken> tokens = new ConcurrentHashMap<>();
    private volatile @Nullable Token signature;

    public record Token(String text, Instant until) {}

    private static final class CachedToken {
        final ReentrantLock asking = new ReentrantLock();
        volatile @Nullable Token token;
    }

    public AppTokens(AppKey key, InstantSource clock) {
        this.key = key;
        this.clock = clock;
    }

    @Override
    public HostApi.TokenAnswer of(HostApi api, Identity identity) {
        return switch (identity) {
            case Identity.App app -> new HostApi.TokenAnswer.Good(signature());
            case Identity.Person person ->
                new HostApi.TokenAnswer.Good(person.token().reveal());
            case Identity.Installed installed ->
                switch (installation(api, installed.installationId())) {
                    case Found found ->
                        new HostApi.TokenAnswer.Good(found.token().text());
                    case Missing missing -> new HostApi.TokenAnswer.None(missing.why());
                };
        };
    }

    @Override
    public boolean renews(Identity identity, String refused) {
        return switch (identity) {
            case Identity.App app -> {
                signature = null;
                yield true;
            }
            case Identity.Person person -> false;
            case Identity.Installed installed -> {
                forget(installed.installationId(), refused);
                yield true;
            }
        };
    }

    public sealed interface TokenLookup permits Found, Missing {}

    public record Found(Token token) implements TokenLookup {}

    public record Missing(ApiAnswer.Refused why) implements TokenLookup {}

    /** A token that is valid for some minutes at least. */
    public TokenLookup installation(HostApi api, long installationId) {
        CachedToken cached = tokens.computeIfAbsent(installationId, id -> new CachedToken());
        Token kept = cached.token;
        if (kept != null && isGoodFor(kept, RENEW_BEFORE_END)) {
            return new Found(kept);
        }
        Outside.lock(cached.asking);
        try {
            Token now = cached.token;
            if (now != null && isGoodFor(now, RENEW_BEFORE_END)) {
                return new Found(now);
            }
            TokenLookup fresh = ask(api, installationId);
            if (fresh instanceof Found found) {
                cached.token = found.token();
            } else if (now != null && isGoodFor(now, GOOD_ENOUGH) && isPassing(fresh)) {
                return new Found(now);
            }
            return fresh;
        } finally {
            cached.asking.unlock();
        }
    }

    /** Drops a token that the host refused, unless it was replaced already. */
    public void forget(long installationId, String refused) {
        CachedToken cached = tokens.get(installationId);
        if (cached == null) {
            return;
        }
        Outside.lock(cached.asking);
        try {
            Token kept = cached.token;
            if (kept != null && kept.text().equals(refused)) {
                cached.token = null;
            }
        } finally {
            cached.asking.unlock();
        }
    }

    /** Drops every token of an installation, after its permissions have changed. */
    public void forget(long installationId) {
        tokens.remove(installationId);
    }

    private TokenLookup ask(HostApi api, long installationId) {
        String path = "/app/installations/" + installationId + "/access_tokens";
        return switch (api.call(ApiCall.send(new Identity.App(), "POST", path, Json.object()))) {
            case ApiAnswer.Refused refused -> new Missing(refused);
            case ApiAnswer.Done done -> {
                String text = done.body().path("token").asString("");
                Optional<Instant> until = instant(done.body().path("expires_at").asString(""));
                yield text.isEmpty() || until.isEmpty()
                        ? new Missing(new ApiAnswer.Refused(Refusal.UNREACHABLE, done.status(), Optional.empty()))
                        : new Found(new Token(text, until.get()));
            }
        };
    }

    private String signature() {
        Token kept = signature;
        if (kept == null || !clock.instant().isBefore(kept.until())) {
            Instant now = clock.instant();
            kept = new Token(key.sign(now), now.plus(SIGNATURE_LIFE));
            signature = kept;
        }
        return kept.text();
    }

    private boolean isGoodFor(Token token, Duration time) {
        return clock.instant().plus(time).isBefore(token.until());
    }

    private static boolean isPassing(TokenLookup answer) {
        return answer instanceof Missing missing
                && (missing.why().why() == Refusal.UNREACHABLE || missing.why().why() == Refusal.LIMITED);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException noTime) {
            return Optional.empty();
        }
    }
}
