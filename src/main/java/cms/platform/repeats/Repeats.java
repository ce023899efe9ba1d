package cms.platform.repeats;

import cms.platform.crypto.Hashes;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.StatusTable;
import cms.platform.http.Surface;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Answers a request with an {@code Idempotency-Key} that was carried out before as it was answered then.
 *
 * <p>The key counts for one caller, one method and one path. A repeat while the first is on its way waits for it. The
 * row of a request is written in its own first transaction, so that a crash can lose an answer and never a write.
 */
public final class Repeats implements Middleware {
    private static final String HEADER = "Idempotency-Key";
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
    static final Duration REMEMBERED = Duration.ofHours(24);
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    /** Statuses that say nothing about the request itself: the next try may end otherwise. */
    private static final List<Integer> PASSING = List.of(401, 402, 413, 415, 429);

    private final Database database;
    private final InstantSource clock;
    private final Function<Request, Optional<String>> callerId;
    private final RepeatStore store = new RepeatStore();
    private final Map<String, CountDownLatch> running = new ConcurrentHashMap<>();

    /** {@code callerId} is empty for a request of nobody, whose key counts for nothing. */
    public Repeats(Database database, InstantSource clock, Function<Request, Optional<String>> callerId) {
        this.database = database;
        this.clock = clock;
        this.callerId = callerId;
    }

    /** Forgets answers that are older than a day; to be run now and then. */
    public void forgetOld() {
        database.writing(tx -> store.deleteBefore(tx, clock.instant().minus(REMEMBERED)));
    }

    @Override
    public Answer handle(Request request, Handler next) {
        List<String> keys = request.headers(HEADER);
        Optional<String> caller = callerId.apply(request);
        boolean counts = !keys.isEmpty() && caller.isPresent() && isWrite(request);
        if (!counts) {
            return next.handle(request);
        }
        if (keys.size() > 1 || !KEY.matcher(keys.getFirst()).matches()) {
            throw Failure.invalid("Send one Idempotency-Key of 1 to 255 visible ASCII characters.");
        }
        String id =
                Hashes.sha256Hex(String.join("\n", caller.get(), request.method(), request.path(), keys.getFirst()));
        CountDownLatch done = begin(id);
        try {
            return once(request, next, id, content(request));
        } finally {
            running.remove(id);
            done.countDown();
        }
    }

    private static boolean isWrite(Request request) {
        String type = request.header("Content-Type").orElse("application/json").toLowerCase(Locale.ROOT);
        return request.surface() == Surface.SESSION
                && !request.method().equals("GET")
                && !request.method().equals("HEAD")
                && type.startsWith("application/json");
    }

    private static String content(Request request) {
        String body = HexFormat.of().formatHex(Hashes.sha256(request.bodyBytes()));
        return Hashes.sha256Hex(request.queryString() + "\n" + body);
    }

    /** Waits for the same request that is on its way; afterwards its answer is known. */
    private CountDownLatch begin(String id) {
        CountDownLatch mine = new CountDownLatch(1);
        for (CountDownLatch other = running.putIfAbsent(id, mine);
                other != null;
                other = running.putIfAbsent(id, mine)) {
            try {
                if (!other.await(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw inProgress();
                }
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                throw Failure.unavailable("The service is stopping; repeat the request.");
            }
        }
        return mine;
    }

    static Failure inProgress() {
        return Failure.conflict("The same request is still being carried out; repeat it later.")
                .withCode("idempotency.in_progress");
    }

    private Answer once(Request request, Handler next, String id, String content) {
        Instant since = clock.instant().minus(REMEMBERED);
        Optional<StoredAnswer> known = database.read(tx -> store.find(tx, id, since));
        if (known.isPresent()) {
            return again(known.get(), content);
        }
        var mark = new RepeatMark(id, content);
        var done = new Done(store, mark, id, content, clock);
        try {
            Answer answer = mark.during(() -> Database.accompanied(done, () -> next.handle(request)));
            remember(id, content, answer, done);
            return answer;
        } catch (Failure refused) {
            if (done.isElsewhere()) {
                throw inProgress();
            }
            remember(id, content, StatusTable.answer(refused), done);
            throw refused;
        } catch (RuntimeException broken) {
            forget(id, done);
            throw broken;
        }
    }

    private void remember(String id, String content, Answer answer, Done done) {
        boolean kept = answer.status() < 500 && !PASSING.contains(answer.status()) && !answer.isStream();
        if (!kept) {
            forget(id, done);
            return;
        }
        Optional<String> secret = answer.secretOf();
        var stored = new StoredAnswer(
                content,
                secret.isPresent() ? null : answer.status(),
                answer.jsonText().isPresent() ? "application/json" : null,
                secret.isPresent() ? null : answer.jsonText().orElse(null),
                secret.orElse(null));
        database.writing(tx -> store.put(tx, id, stored, clock.instant()));
    }

    private void forget(String id, Done done) {
        if (done.isNoted()) {
            database.writing(tx -> store.delete(tx, id));
        }
    }

    private static Answer again(StoredAnswer known, String content) {
        if (!known.content().equals(content)) {
            throw Failure.unprocessable("This Idempotency-Key was used for another request; take a new key.");
        }
        Integer status = known.status();
        if (status == null) {
            Failure carriedOut = Failure.conflict("This request was carried out, and its answer is not shown again.")
                    .withCode("idempotency.done");
            String record = known.recordId();
            throw record == null ? carriedOut : carriedOut.withData(Map.of("id", record));
        }
        String body = known.body();
        Answer answer = body == null
                ? Answer.empty(status)
                : Answer.jsonBytes(body.getBytes(StandardCharsets.UTF_8)).withStatus(status);
        return answer.withHeader("Idempotency-Replayed", "true");
    }
}
