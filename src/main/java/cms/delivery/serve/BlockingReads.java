package cms.delivery.serve;

import cms.apikeys.KnownKey;
import cms.delivery.wire.Coding;
import cms.platform.door.PlainPath;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.ByteRange;
import cms.platform.http.Request;
import cms.platform.http.StatusTable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads that may block: of projects that must be loaded into memory first, and of anything but one current file. */
public final class BlockingReads {
    /** Most loads of a project for one read, after each of which others have filled the memory. */
    private static final int LOADS_MAX = 3;

    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final Gate gate;
    private final Predicate<String> load;

    /** @param load loads a project with its release and settings into memory; false for unknown projects */
    public BlockingReads(Gate gate, Predicate<String> load) {
        this.gate = gate;
        this.load = load;
    }

    /** Answers the same reads as {@link DeliveryDoor}. */
    public Answer read(Request request) {
        String path = PlainPath.of(request.path());
        FileRead reading = new FileRead(
                path.substring(Math.min(path.length(), DeliveryDoor.PREFIX.length())),
                line(request, "Authorization"),
                options(request));
        return guarded(() -> answer(decide(request, () -> gate.decide(reading)), ReadHeaders.CACHING));
    }

    /** Computes an answer from a release for an admitted key. */
    @FunctionalInterface
    public interface Costing {
        /** @param cost called with the number of further reads of the key that the answer counts as */
        Optional<Entity> of(ServedProject served, KnownKey key, IntConsumer cost);
    }

    /** Answers with an entity that is computed from a release; the right to read is checked as for a file. */
    public Answer read(Request request, Function<ServedProject, Optional<Entity>> source) {
        return read(request, (served, key, cost) -> source.apply(served), ReadHeaders.CACHING);
    }

    /**
     * Answers with an entity whose computation counts as more than one read.
     *
     * @param source tells how many more reads of the key it counts as before it computes, so that they count even when
     *     it then fails
     */
    public Answer readCosting(Request request, Costing source) {
        return read(request, source, ReadHeaders.CACHING);
    }

    /** Answers with a file of a kept release, which never changes again. */
    public Answer readRetained(Request request, Function<ServedProject, Optional<Entity>> source) {
        return read(request, (served, key, cost) -> source.apply(served), ReadHeaders.KEPT_CACHING);
    }

    /** Answers anything else for a key that may read: {@code found} is called only after the key was admitted. */
    public Answer let(Request request, BiFunction<ServedProject, KnownKey, Answer> found) {
        return guarded(() -> switch (admit(request)) {
            case Verdict.Admitted admitted ->
                counting(admitted, () -> {
                    request.checkQuery();
                    return counted(
                            found.apply(admitted.served(), admitted.meter().key()), admitted);
                });
            case Verdict.Refused refused -> answer(refused);
            case Verdict.NotHere unknown -> answer(unknown());
            case Verdict.Found impossible -> answer(unknown());
        });
    }

    /** Answers with a file of an asset for a key that may read media. */
    Answer letMedia(Request request, String path, Function<Verdict.Admitted, Answer> found) {
        String projectId = request.pathParameter("projectId");
        return guarded(() -> switch (decide(
                request, () -> gate.admit(projectId, path, line(request, "Authorization")))) {
            case Verdict.Admitted admitted -> counting(admitted, () -> counted(found.apply(admitted), admitted));
            case Verdict.Refused refused -> answer(refused);
            case Verdict.NotHere unknown -> answer(unknown());
            case Verdict.Found impossible -> answer(unknown());
        });
    }

    private Answer read(Request request, Costing source, String caching) {
        return guarded(() -> {
            Verdict verdict = admit(request);
            if (!(verdict instanceof Verdict.Admitted admitted)) {
                return answer(verdict, caching);
            }
            AtomicInteger more = new AtomicInteger();
            try {
                request.checkQuery();
                Optional<Entity> found =
                        source.of(admitted.served(), admitted.meter().key(), reads -> {
                            more.addAndGet(reads);
                            admitted.meter().add(reads, admitted.nowMillis());
                        });
                Verdict.Admitted after = admitted.afterReads(more.get());
                return answer(
                        found.map(entity -> Gate.choose(entity, options(request), after))
                                .orElseGet(() -> gate.noFile(after)),
                        caching);
            } catch (Failure failure) {
                return counted(StatusTable.answer(failure), admitted.afterReads(more.get()));
            }
        });
    }

    /** Answers work that may fail: the read has been counted already, so a failure has the rate headers as well. */
    private static Answer counting(Verdict.Admitted admitted, Supplier<Answer> work) {
        try {
            return work.get();
        } catch (Failure failure) {
            return counted(StatusTable.answer(failure), admitted);
        }
    }

    private Verdict admit(Request request) {
        String projectId = request.pathParameter("projectId");
        return decide(request, () -> gate.admit(projectId, "", line(request, "Authorization")));
    }

    /**
     * What the request holds until a slow client has its answer counts for its key from then on. It takes no place of
     * the key's workspace: a site that is built reads with many connections while people save.
     */
    private Verdict decide(Request request, Supplier<Verdict> question) {
        Verdict verdict = question.get();
        if (verdict instanceof Verdict.NotHere notHere) {
            verdict = loading(notHere.projectId(), verdict, question, answer -> answer instanceof Verdict.NotHere);
        }
        Verdict.Admitted admitted = verdict.admission();
        if (admitted != null) {
            KnownKey key = admitted.meter().key();
            request.countMemoryFor(key.id(), key.workspaceId());
        }
        return verdict;
    }

    /**
     * Asks again with the project in memory, which others may fill before it is read.
     *
     * @param first the answer without it, which stays that of an unknown project
     * @param isMissing whether an answer is one of a project that is not in memory
     * @throws Failure UNAVAILABLE when the project has left memory again after each load
     */
    <T> T loading(String projectId, T first, Supplier<T> question, Predicate<T> isMissing) {
        T answer = first;
        for (int loads = 1; isMissing.test(answer) && load.test(projectId); loads++) {
            answer = question.get();
            if (loads == LOADS_MAX && isMissing.test(answer)) {
                throw Failure.unavailable(
                                "Others read more releases than there is memory for at this moment; try again.")
                        .withRetryAfter(COME_BACK);
            }
        }
        return answer;
    }

    /** The value of a header; one that is sent several times is one list, as the front door reads it. */
    private static @Nullable String line(Request request, String name) {
        List<String> lines = request.headers(name);
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    private static FileRead.ReadOptions options(Request request) {
        boolean head = request.method().equals("HEAD");
        return new FileRead.ReadOptions(
                line(request, "If-None-Match"),
                Coding.preferred(line(request, "Accept-Encoding")),
                head ? null : line(request, "Range"),
                head ? null : line(request, "If-Range"),
                head);
    }

    /** Adds the time that an answer took to it, also to a refusal. */
    static Answer guarded(Supplier<Answer> work) {
        long start = System.nanoTime();
        Answer answer;
        try {
            answer = work.get();
        } catch (Failure failure) {
            answer = StatusTable.answer(failure);
        }
        return answer.withHeader(
                "Server-Timing", "read;dur=" + Math.round((System.nanoTime() - start) / 10_000.0) / 100.0);
    }

    private Answer answer(Verdict verdict, String caching) {
        return switch (verdict) {
            case Verdict.Found found -> answer(found, caching);
            case Verdict.Refused refused -> answer(refused);
            case Verdict.NotHere unknown -> answer(unknown());
            case Verdict.Admitted undecided -> answer(gate.noFile(undecided), caching);
        };
    }

    private static Answer answer(Verdict.Found found, String caching) {
        Representation form = found.form();
        Answer answer = content(found);
        if (form.coding() != Coding.IDENTITY && !found.notModified()) {
            answer = answer.withHeader("Content-Encoding", form.coding().token());
        }
        ByteRange part = found.part();
        if (part != null) {
            answer = answer.withHeader("Content-Range", part.contentRange(form.size()));
        }
        return counted(answer, Objects.requireNonNull(found.admitted()))
                .withHeader("ETag", form.tag())
                .withHeader("Cache-Control", caching)
                .withHeader("Vary", ReadHeaders.VARY)
                .withHeader("Accept-Ranges", "bytes");
    }

    private static Answer content(Verdict.Found found) {
        if (found.notModified()) {
            return Answer.empty(304);
        }
        ByteBuffer bytes = found.form().content();
        ByteRange part = found.part();
        return part == null
                ? Answer.view(200, found.form().contentType(), bytes)
                : Answer.view(206, found.form().contentType(), bytes.slice(part.from(), part.length()));
    }

    private static Answer counted(Answer answer, Verdict.Admitted admitted) {
        return with(answer, admitted.headers());
    }

    private static Verdict.Refused unknown() {
        return Verdict.Refused.of(404, "There is no such project.");
    }

    private static Answer answer(Verdict.Refused refused) {
        return with(Answer.json(refused.status(), DeliveryDoor.body(refused)), refused.headers());
    }

    private static Answer with(Answer answer, Map<String, String> headers) {
        Answer extended = answer;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            extended = extended.withHeader(header.getKey(), header.getValue());
        }
        return extended;
    }
}
