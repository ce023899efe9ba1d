package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.edge.Admission;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The body of one request, read once, when it is first asked for; it holds memory and files until it is closed. */
public final class RequestBody implements AutoCloseable {
    private static final int CHUNK_BYTES = 16 * 1024;
    private static final byte[] NOTHING = {};

    /** Requests of one person or key, and of one workspace, that are worked on at a time; 256 are in all. */
    private static final int CALLER_PLACES = 32;

    private static final int WORKSPACE_PLACES = 64;

    /**
     * Memory that a request takes while its client is waited for: its thread, and buffers of the server and of its own.
     */
    static final int WAITING_BYTES = 40 * 1024;

    /** A growing buffer is in memory twice while it is copied. */
    private static final long GROWING_TIMES = 2;

    /**
     * Memory of the characters of a text beside its bytes, as a multiple of those: once as characters, once in its
     * tree.
     */
    private static final int TEXT_TIMES = 2;

    private final HttpServletRequest raw;
    private final RequestShares room;
    private final Shares.Share memory;
    private final AnswerRoom answer;
    private final BodyTimeouts timeouts;
    private final WaitedFor.Client client;
    private final Admission.Permit permit;
    private final List<Spool> spools = new ArrayList<>();
    private @Nullable ArrivingBytes arriving;
    private @Nullable String caller;
    private @Nullable String workspaceId;

    RequestBody(
            HttpServletRequest raw,
            RequestShares room,
            AnswerRoom answer,
            BodyTimeouts timeouts,
            WaitedFor.Client client) {
        this.raw = raw;
        this.room = room;
        this.memory = room.memory();
        this.answer = answer;
        this.timeouts = timeouts;
        this.client = client;
        this.permit = client.permit();
    }

    /**
     * Refuses a body before a byte of it is read.
     *
     * @throws Failure TOO_LARGE when the declared length says so, UNSUPPORTED_MEDIA_TYPE for a coded body
     */
    public void check(long bytesMax) {
        if (raw.getContentLengthLong() > bytesMax) {
            throw ArrivingBytes.tooLarge(bytesMax);
        }
        String coding = raw.getHeader("Content-Encoding");
        if (isThere() && coding != null && !coding.strip().equalsIgnoreCase("identity")) {
            throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send the body as it is, without a Content-Encoding.");
        }
    }

    /** Whether the request has a body; one of no declared length may still turn out to be empty. */
    public boolean isThere() {
        return raw.getContentLengthLong() > 0 || raw.getHeader("Transfer-Encoding") != null;
    }

    /** Whether the body was cut off or arrived too slowly, so that the rest is not read. */
    public boolean isBroken() {
        return arriving != null && arriving.isBroken();
    }

    /** Counts this request for a person or a key with valid credentials from now on. */
    public void countForCaller(String caller) {
        permit.countFor("caller " + caller, CALLER_PLACES);
        countMemoryForCaller(caller);
    }

    /** Counts this request for a workspace as well from now on. */
    public void countForWorkspace(String workspaceId) {
        permit.countFor("workspace " + workspaceId, WORKSPACE_PLACES);
        countMemoryForWorkspace(workspaceId);
    }

    /** As both, but without taking places among the requests that are worked on. */
    public void countMemoryFor(String caller, String workspaceId) {
        countMemoryForCaller(caller);
        countMemoryForWorkspace(workspaceId);
    }

    private void countMemoryForCaller(String caller) {
        this.caller = caller;
        room.countForCaller(caller);
        answer.countForCaller(caller);
    }

    private void countMemoryForWorkspace(String workspaceId) {
        this.workspaceId = workspaceId;
        room.countForWorkspace(workspaceId);
        answer.countForWorkspace(workspaceId);
    }

    /** Where the answer waits for its client; closed together with the body. */
    public AnswerRoom answerRoom() {
        return answer;
    }

    /** The workspace that the request counts for, else the person or the key; empty while none is known. */
    public Optional<String> countsFor() {
        return Optional.ofNullable(workspaceId).or(() -> Optional.ofNullable(caller));
    }

    /**
     * Reserves the memory that the characters of a text of so many bytes take once it is parsed as JSON, besides its
     * bytes.
     */
    public void holdText(long bytes) {
        hold(TEXT_TIMES * bytes, RequestBody::tooMuch);
    }

    /**
     * Reserves the memory that the values of a text take, besides its characters.
     *
     * @throws Failure TOO_LARGE with code {@code body.too_many_values} for more than this caller may ever hold,
     *     UNAVAILABLE while this caller, or all callers together, hold too much
     */
    public void holdTree(long bytes) {
        hold(bytes, RequestBody::tooManyValues);
    }

    /**
     * The whole body in memory.
     *
     * @throws Failure TOO_LARGE, INVALID when it is cut or comes too slowly, UNAVAILABLE when too much is in memory
     */
    public byte[] whole(long bytesMax) {
        if (!isThere()) {
            return NOTHING;
        }
        try (InputStream in = stream(bytesMax)) {
            long declared = raw.getContentLengthLong();
            return declared >= 0 ? exactly(in, (int) declared) : all(in);
        } catch (IOException impossible) {
            throw Failure.invalid("The request body ended early.").causedBy(impossible);
        }
    }

    /**
     * Reads a body of declared length; memory is reserved for the bytes that have arrived, not for those that were
     * declared.
     */
    private byte[] exactly(InputStream in, int length) throws IOException {
        byte[] chunk = new byte[Math.min(length, CHUNK_BYTES)];
        int first = in.read(chunk);
        if (first == length) {
            memory.take(length);
            return chunk;
        }
        return grown(in, chunk, first);
    }

    private byte[] all(InputStream in) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        return grown(in, chunk, in.read(chunk));
    }

    private byte[] grown(InputStream in, byte[] chunk, int first) throws IOException {
        var all = new ByteArrayOutputStream(chunk.length);
        copy(in, chunk, first, all);
        byte[] bytes = all.toByteArray();
        memory.giveBack((GROWING_TIMES - 1) * bytes.length);
        return bytes;
    }

    private void copy(InputStream in, byte[] chunk, int first, ByteArrayOutputStream all) throws IOException {
        for (int count = first; count >= 0; count = in.read(chunk)) {
            hold(GROWING_TIMES * count, RequestBody::tooMuch);
            all.write(chunk, 0, count);
        }
    }

    /**
     * Reserves memory; more than this caller may ever hold fails with {@code neverFits}, as retrying would not help.
     */
    private void hold(long bytes, Supplier<Failure> neverFits) {
        if (!memory.mayEverHold(bytes)) {
            throw neverFits.get();
        }
        memory.take(bytes);
    }

    private static Failure tooMuch() {
        return Failure.of(
                FailureKind.TOO_LARGE, "The body takes more memory than one caller may have here; send it in parts.");
    }

    private static Failure tooManyValues() {
        return Failure.of(
                        FailureKind.TOO_LARGE,
                        "The JSON text holds more values than there is memory for; send it in parts.")
                .withCode("body.too_many_values");
    }

    /** The body as a stream; nothing of it is kept in memory. */
    public InputStream stream(long bytesMax) {
        if (arriving != null) {
            throw new IllegalStateException("The body of this request was read before.");
        }
        ArrivingBytes bytes = new ArrivingBytes(raw, bytesMax, timeouts, this::await);
        arriving = bytes;
        return bytes;
    }

    /** Waits for the client. What the request takes meanwhile counts for its caller, because many may wait long. */
    private int await(Admission.Reading reading) throws IOException {
        if (caller == null) {
            return client.readAsUnknown(reading);
        }
        hold(WAITING_BYTES, RequestBody::tooMuch);
        try {
            return permit.outside(reading);
        } finally {
            memory.giveBack(WAITING_BYTES);
        }
    }

    /** The whole body, in a file where it is large. */
    public Spool spooled(long bytesMax) {
        Spool spool = spool();
        try (InputStream in = stream(bytesMax)) {
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                spool.append(chunk, 0, count);
            }
            return spool;
        } catch (IOException impossible) {
            throw Failure.invalid("The request body ended early.").causedBy(impossible);
        }
    }

    /** A new spool for a part of the body, closed together with it. */
    public Spool spool() {
        Spool spool = new Spool(room);
        spools.add(spool);
        return spool;
    }

    @Override
    public void close() {
        spools.forEach(Spool::close);
        answer.close();
        room.close();
    }
}
