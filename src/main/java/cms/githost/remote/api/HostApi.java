package cms.githost.remote.api;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sends calls to the host under one of this service's identities and returns their outcomes; never retries a write. */
public final class HostApi {
    private static final String API_VERSION = "2022-11-28";
    private static final int ANSWER_BYTES_MAX = 16 * 1024 * 1024;
    private static final int PAGES_MAX = 500;
    private static final int REMEMBERED_MAX = 500;
    private static final int REMEMBERED_BYTES_MAX = 32 * 1024;
    private static final Pattern NEXT = Pattern.compile("<[^>?]*\\?([^>]*)>\\s*;[^,]*rel=\"?next\"?");

    private final URI apiUrl;
    private final WebClient web;
    private final Duration timeout;
    private final Circuit circuit;
    private final InstantSource clock;
    private final TokenSource tokens;

    /** Cached answers that the host may confirm with 304, which does not count as a call. */
    private final Cache<String, Remembered> remembered =
            Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

    private record Remembered(String tag, WebAnswer answer) {}

    /** Provides tokens, and replaces one that the host refused. */
    public interface TokenSource {
        /** The token of an identity, or the refusal with which none was given. */
        TokenAnswer of(HostApi api, Identity identity);

        /** Whether another token can be requested in place of a refused one. */
        boolean renews(Identity identity, String refused);
    }

    public sealed interface TokenAnswer {
        record Good(String token) implements TokenAnswer {}

        record None(ApiAnswer.Refused refused) implements TokenAnswer {}
    }

    /** @param timeout for a whole answer, unless a call sets another */
    public HostApi(URI apiUrl, WebClient web, Duration timeout, TokenSource tokens, InstantSource clock) {
        this.apiUrl = apiUrl;
        this.web = web;
        this.timeout = timeout;
        this.tokens = tokens;
        this.clock = clock;
        this.circuit = new Circuit(clock);
    }

    public ApiAnswer call(ApiCall call) {
        return switch (tokens.of(this, call.as())) {
            case TokenAnswer.None none -> none.refused();
            case TokenAnswer.Good good -> {
                ApiAnswer answer = send(call, good.token());
                yield answer.isRefused(Refusal.UNAUTHORIZED) && tokens.renews(call.as(), good.token())
                        ? again(call)
                        : answer;
            }
        };
    }

    /**
     * All pages of a list; {@code member} is the member of the answer with the items, empty when the answer is the list
     * itself.
     */
    public Pages pages(ApiCall first, String member) {
        List<JsonNode> items = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Optional<ApiCall> next = Optional.of(first);
        while (next.isPresent() && seen.size() < PAGES_MAX) {
            switch (call(next.get())) {
                case ApiAnswer.Refused refused -> {
                    return new Pages(items, Optional.of(refused));
                }
                case ApiAnswer.Done done -> {
                    JsonNode list = member.isEmpty() ? done.body() : done.body().path(member);
                    list.forEach(items::add);
                    next = done.nextQuery().filter(seen::add).map(first::at);
                }
            }
        }
        return new Pages(items, Optional.empty());
    }

    /** @param refused the refusal that ended the list early */
    public record Pages(List<JsonNode> items, Optional<ApiAnswer.Refused> refused) {
        public List<JsonNode> orFail() {
            refused.ifPresent(reason -> {
                throw reason.failure();
            });
            return items;
        }
    }

    private ApiAnswer again(ApiCall call) {
        return switch (tokens.of(this, call.as())) {
            case TokenAnswer.None none -> none.refused();
            case TokenAnswer.Good good -> send(call, good.token());
        };
    }

    ApiAnswer send(ApiCall call, String token) {
        Optional<Duration> limited = circuit.limit(call.as().lane());
        if (limited.isPresent()) {
            return new ApiAnswer.Refused(Refusal.LIMITED, 0, limited);
        }
        Optional<Duration> pause = circuit.pause();
        if (pause.isPresent()) {
            return new ApiAnswer.Refused(Refusal.UNREACHABLE, 0, pause);
        }
        String key = call.as().lane() + " " + call.path();
        Remembered known = call.isRead() ? remembered.getIfPresent(key) : null;
        WebAnswer answer;
        try {
            answer = web.send(request(call, token, known));
        } catch (Failure failed) {
            if (failed.kind() != FailureKind.BAD_GATEWAY && failed.kind() != FailureKind.UNAVAILABLE) {
                throw failed;
            }
            return new ApiAnswer.Refused(Refusal.UNREACHABLE, 0, circuit.failed());
        }
        if (answer.status() == 304 && known != null) {
            circuit.answered();
            return done(known.answer());
        }
        return judged(call, answer, key);
    }

    private ApiAnswer judged(ApiCall call, WebAnswer answer, String key) {
        if (!answer.isSuccess()) {
            ApiAnswer.Refused refused = HostRefusals.of(answer, clock.instant());
            if (refused.why() == Refusal.UNREACHABLE) {
                Optional<Duration> pause = circuit.failed();
                return new ApiAnswer.Refused(
                        refused.why(), refused.status(), refused.retryAfter().or(() -> pause));
            }
            circuit.answered();
            if (refused.why() == Refusal.LIMITED) {
                refused.retryAfter().ifPresent(wait -> circuit.limited(call.as().lane(), wait));
            }
            return refused;
        }
        ApiAnswer judged = done(answer);
        if (judged instanceof ApiAnswer.Done) {
            circuit.answered();
            answer.header("etag")
                    .filter(tag -> call.isRead() && answer.body().length <= REMEMBERED_BYTES_MAX)
                    .ifPresent(tag -> remembered.put(key, new Remembered(tag, answer)));
            return judged;
        }
        return new ApiAnswer.Refused(Refusal.UNREACHABLE, answer.status(), circuit.failed());
    }

    /** The outcome of a status of success; one without JSON is not of the host, but for instance a proxy's page. */
    private static ApiAnswer done(WebAnswer answer) {
        Optional<String> next =
                answer.header("link").map(NEXT::matcher).filter(Matcher::find).map(link -> link.group(1));
        if (answer.status() == 204) {
            return new ApiAnswer.Done(204, Json.object(), next);
        }
        Optional<JsonNode> json = answer.json().filter(node -> node.isObject() || node.isArray());
        return json.isPresent()
                ? new ApiAnswer.Done(answer.status(), json.get(), next)
                : new ApiAnswer.Refused(Refusal.UNREACHABLE, answer.status(), Optional.empty());
    }

    private WebRequest request(ApiCall call, String token, @Nullable Remembered known) {
        WebRequest request = new WebRequest(
                        call.method(),
                        URI.create(apiUrl + call.path()),
                        Map.of(),
                        call.body().map(Json::bytes).orElse(new byte[0]),
                        call.timeout() == null ? timeout : call.timeout(),
                        ANSWER_BYTES_MAX)
                .with("Authorization", "Bearer " + token)
                .with("Accept", "application/vnd.github+json")
                .with("X-GitHub-Api-Version", API_VERSION)
                .with("User-Agent", "cms");
        WebRequest typed = call.body().isPresent() ? request.with("Content-Type", "application/json") : request;
        return known == null ? typed : typed.with("If-None-Match", known.tag());
    }
}
