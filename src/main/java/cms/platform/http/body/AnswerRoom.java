package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.http.edge.LargeAnswer;
import cms.platform.scratch.ScratchFile;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the answer of one request waits for its client, who may read it slowly: in memory while its caller, and all
 * together, hold little of that; else in a nameless file. It counts with its whole length, also where several share its
 * bytes, because a slow client keeps them when the others have gone.
 */
public final class AnswerRoom implements AutoCloseable {
    /** The system takes so much of an answer at once, however slowly its client reads. */
    private static final long AT_ONCE_BYTES = 64 * 1024;

    private static final Duration SENT_AGAIN = Duration.ofSeconds(5);

    private final RequestShares room;
    private final Shares.Share answers;
    private final LargeAnswer.Sending sending;
    private final String network;
    private Optional<String> owner = Optional.empty();
    private @Nullable ScratchFile file;
    private boolean placed;
    private boolean closed;

    /**
     * @param answers the part of the memory that answers may hold
     * @param sending the places of answers that are not in memory
     */
    AnswerRoom(RequestShares room, Shares.Share answers, LargeAnswer.Sending sending, String network) {
        this.room = room;
        this.answers = answers;
        this.sending = sending;
        this.network = network;
    }

    void countForCaller(String caller) {
        answers.countForCaller(caller);
        ownedBy(caller);
    }

    void countForWorkspace(String workspaceId) {
        answers.countForWorkspace(workspaceId);
        ownedBy(workspaceId);
    }

    /** Notes whom a place will be taken for; unchanged once it is taken, because it is given back for the same one. */
    private void ownedBy(String id) {
        owner = placed ? owner : Optional.of(id);
    }

    /** Holds memory for an answer until the request ends; false where there is no room for it. */
    public boolean holds(long bytes) {
        if (bytes <= AT_ONCE_BYTES) {
            return true;
        }
        if (!answers.takeIfFree(bytes)) {
            return false;
        }
        boolean held = room.memory().takeIfFree(bytes);
        if (!held) {
            answers.giveBack(bytes);
        }
        return held;
    }

    /**
     * Holds a place among the answers that are sent from files, or made while they are sent, until the request ends.
     *
     * @throws Failure UNAVAILABLE while this caller, its network, or all together have too many of them
     */
    public void takePlace() {
        placed = sending.begin(network, owner);
        if (!placed) {
            throw Failure.unavailable("Too many large answers are being sent to you; wait until others are there.")
                    .withRetryAfter(SENT_AGAIN);
        }
    }

    /**
     * A copy of an answer in a file, closed with the request.
     *
     * @throws Failure UNAVAILABLE where the caller, or the disk, has no room for it
     */
    public ScratchFile file(List<ByteBuffer> content) {
        takePlace();
        room.disk().take(content.stream().mapToLong(ByteBuffer::remaining).sum());
        ScratchFile made = room.scratch().create();
        file = made;
        content.forEach(made::append);
        return made;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        answers.close();
        if (file != null) {
            file.close();
        }
        if (placed) {
            sending.end(network, owner);
        }
    }
}
