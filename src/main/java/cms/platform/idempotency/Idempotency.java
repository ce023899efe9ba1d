package cms.platform.idempotency;

import cms.platform.compute.Outside;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a repeated request with the same {@code Idempotency-Key} with the answer of the first.
 *
 * <p>The key is valid for one caller, one method and one path. A repeat during the first request waits for it. The row
 * of a request is written in its own first transaction, so that a crash can lose an answer and never a write.
 */
public final class Idempotency implements Middleware {
    private static final Logger LOG = LoggerFactory.getLogger(Idempotency.class);
    private static final String HEADER = "Idempotency-Key";
    static final Duration REMEMBERED = Duration.ofHours(24);
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    /** Statuses that do not depend on the request itself: a repeat is carried out again. */
    private static final List<Integer> PASSING = List.of(401, 402, 413, 415, 429);

    private final Database database;
    private final InstantSource clock;
    private final Function<Request, Optional<String>> callerId;
    private final IdempotencyStore store = new IdempotencyStore();
    private final Map<String, CountDownLatch> running = new ConcurrentHashMap<>();

    /** {@code callerId} is empty for a request without a caller, whose key is ignored. */
    public Idempotency(Database database, InstantSource clock, Function<Request, Optional<String>> callerId) {
        this.database = database;
        this.clock = clock;
        this.callerId = callerId;
    }

    /** Deletes answers that are older than a day; a job calls it at intervals. */
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
        SentContent sent = new SentContent(request);
        String id = key(request, caller.get(), "").id();
        if (request.route().audit().isEmpty()) { // it only reads: carried out anew, nothing is stored
            return next.handle(request);
        }
        return inTurn(id, () -> once(id, sent::is, sent, request::isBodyRead, () -> next.handle(request)));
    }

    /**
     * As {@link #handle}, for a request whose handler reads the body itself, a form with a file for instance.
     *
     * @param caller identity of the caller, distinct from every other
     * @param content hash of the body; called only where the request has a key
     */
    public Answer once(Request request, String caller, Supplier<String> content, Supplier<Answer> work) {
        if (request.headers(HEADER).isEmpty()) {
            return work.get();
        }
        IdempotencyKey key = key(request, caller, Hashes.sha256Hex(request.queryString() + "\n" + content.get()));
        return inTurn(key.id(), () -> once(key.id(), key.hash()::equals, key::hash, () -> true, work));
    }

    /**
     * The same for a call that is no request of its own, such as one of a remote tool. A refusal is not stored: the
     * repeat of a refused call is carried out.
     *
     * @param work an answer with a status of 500 or more says that nothing was done
     */
    public Answer once(IdempotencyKey key, Supplier<Answer> work) {
        return inTurn(key.id(), () -> once(key.id(), key.hash()::equals, key::hash, () -> false, work));
    }

    private static IdempotencyKey key(Request request, String caller, String content) {
        String operation = request.method() + "\n" + request.path();
        return new IdempotencyKey(
                caller, operation, IdempotencyKey.sent(request).orElse(""), content);
    }

    /** Marks a handler that handles repeats itself, for instance because it answers with a stream. */
    public static Handler own(Handler handler) {
        return new OwnIdempotency(handler);
    }

    private <T> T inTurn(String id, Supplier<T> work) {
        CountDownLatch done = begin(id);
        try {
            return work.get();
        } finally {
            running.remove(id);
            done.countDown();
        }
    }

    private static boolean isWrite(Request request) {
        String type = request.header("Content-Type").orElse("application/json").toLowerCase(Locale.ROOT);
        return request.surface() == Surface.SESSION
                && !(request.route().handler() instanceof OwnIdempotency)
                && !request.method().equals("GET")
                && !request.method().equals("HEAD")
                && type.startsWith("application/json");
    }

    /** Waits for the same request in progress, whose answer is known afterwards. */
    private CountDownLatch begin(String id) {
        CountDownLatch mine = new CountDownLatch(1);
        for (CountDownLatch other = running.putIfAbsent(id, mine);
                other != null;
                other = running.putIfAbsent(id, mine)) {
            try {
                CountDownLatch first = other;
                if (!Outside.waiting(() -> first.await(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS))) {
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

    /**
     * Carries out a request of which there is no answer yet. One that was carried out keeps its record where its answer
     * cannot be stored: a repeat hears that it was carried out.
     *
     * @param isSame whether a stored answer is about the same content
     * @param content hash of the content by the parts that were read so far
     * @param storesRefusals whether a refusal is stored; one before all of the content was read is not, as it is valid
     *     for no other content
     */
    private Answer once(
            String id,
            Predicate<String> isSame,
            Supplier<String> content,
            BooleanSupplier storesRefusals,
            Supplier<Answer> work) {
        Instant since = clock.instant().minus(REMEMBERED);
        Optional<StoredAnswer> known = database.read(tx -> store.find(tx, id, since));
        if (known.isPresent()) {
            requireSame(isSame.test(known.get().content()));
            return again(known.get());
        }
        var mark = new IdempotencyMark(id, content);
        var done = new IdempotencyRecord(store, mark, id, content, clock);
        Answer answer;
        try {
            answer = mark.during(() -> Database.withHook(done, work));
        } catch (Failure refused) {
            if (done.isElsewhere()) {
                throw inProgress();
            }
            if (storesRefusals.getAsBoolean()) {
                remember(id, content.get(), StatusTable.answer(refused), done);
            } else {
                forget(id, done);
            }
            throw refused;
        } catch (RuntimeException | Error broken) {
            forget(id, done);
            throw broken;
        }
        try {
            remember(id, content.get(), answer, done);
        } catch (RuntimeException notStored) {
            LOG.warn("the answer of a request that was carried out could not be stored for a repeat", notStored);
        }
        return answer;
    }

    private void remember(String id, String content, Answer answer, IdempotencyRecord done) {
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

    private void forget(String id, IdempotencyRecord done) {
        if (done.isNoted()) {
            database.writing(tx -> store.delete(tx, id));
        }
    }

    private static void requireSame(boolean isSame) {
        if (!isSame) {
            throw Failure.unprocessable("This Idempotency-Key was used for another request; take a new key.")
                    .withCode("idempotency.reused");
        }
    }

    private static Failure carriedOut(StoredAnswer known) {
        Failure carriedOut = Failure.conflict("This request was carried out, and its answer is not shown again.")
                .withCode("idempotency.done");
        String record = known.recordId();
        return record == null ? carriedOut : carriedOut.withData(Map.of("id", record));
    }

    private static Answer again(StoredAnswer known) {
        Integer status = known.status();
        if (status == null) {
            throw carriedOut(known);
        }
        String body = known.body();
        Answer answer = body == null
                ? Answer.empty(status)
                : Answer.jsonBytes(body.getBytes(StandardCharsets.UTF_8)).withStatus(status);
        return answer.withHeader("Idempotency-Replayed", "true");
    }
}
