package cms.auth.oidc;

import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The published documents of an issuer, cached for an hour: its discovery document and its signing keys. */
final class Issuer {
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final Duration LIFE = Duration.ofHours(1);

    /** Shortest time between two fetches of the keys because of an unknown key id. */
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(10);

    private final URI url;
    private final WebClient web;
    private final InstantSource clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile @Nullable Cached<Metadata> metadata;
    private volatile @Nullable Cached<JWKSet> keys;

    Issuer(URI url, WebClient web, InstantSource clock) {
        this.url = url;
        this.web = web;
        this.clock = clock;
    }

    /** @throws Failure BAD_GATEWAY or UNAVAILABLE when the issuer does not answer with a valid document */
    Metadata metadata() {
        Cached<Metadata> kept = metadata;
        if (kept != null && kept.isYounger(LIFE, clock.instant())) {
            return kept.value();
        }
        Outside.lock(fetching);
        try {
            Cached<Metadata> meanwhile = metadata;
            if (meanwhile != null && meanwhile != kept) {
                return meanwhile.value();
            }
            Metadata fresh = Metadata.parse(json(URI.create(url + DISCOVERY)), url);
            metadata = new Cached<>(fresh, clock.instant());
            return fresh;
        } finally {
            fetching.unlock();
        }
    }

    /** The keys that match the header of a signature; fetched again once when there is none. */
    List<JWK> keysFor(JWSHeader header) {
        JWKMatcher matcher = JWKMatcher.forJWSHeader(header);
        if (matcher == null) {
            return List.of();
        }
        JWKSelector selector = new JWKSelector(matcher);
        List<JWK> found = selector.select(keys(LIFE));
        return found.isEmpty() ? selector.select(keys(LOOK_AGAIN_AFTER)) : found;
    }

    private JWKSet keys(Duration ageMax) {
        Cached<JWKSet> kept = keys;
        if (kept != null && kept.isYounger(ageMax, clock.instant())) {
            return kept.value();
        }
        Outside.lock(fetching);
        try {
            Cached<JWKSet> meanwhile = keys;
            if (meanwhile != null && meanwhile != kept) {
                return meanwhile.value();
            }
            JWKSet fresh = JWKSet.parse(json(metadata().keys()).toString());
            keys = new Cached<>(fresh, clock.instant());
            return fresh;
        } catch (ParseException unusable) {
            throw Failure.of(FailureKind.BAD_GATEWAY, "The identity provider's keys are not usable.")
                    .causedBy(unusable);
        } finally {
            fetching.unlock();
        }
    }

    private JsonNode json(URI from) {
        WebAnswer answer = web.send(WebRequest.get(from).with("Accept", "application/json"));
        if (answer.status() != 200) {
            throw Failure.of(FailureKind.BAD_GATEWAY, "The identity provider answered " + answer.status() + ".");
        }
        return answer.json()
                .filter(JsonNode::isObject)
                .orElseThrow(() -> Failure.of(FailureKind.BAD_GATEWAY, "The identity provider answered no JSON."));
    }

    private record Cached<T>(T value, Instant since) {
        /** Not where the clock was set back by as much: it would stay young until then. */
        boolean isYounger(Duration age, Instant now) {
            return Duration.between(since, now).abs().compareTo(age) < 0;
        }
    }
}
