package cms.git.protocol;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.ServiceMayNotContinueException;
import org.eclipse.jgit.transport.UploadPack;
import org.jspecify.annotations.Nullable;

/**
 * Answers a fetch or clone. The request is read and unpacked as a whole first; the memory it needs is reserved in
 * {@link FetchRoom}, and it computes when it has its turn ({@link FetchTurns}).
 */
public final class Sender extends UploadPack {
    /** Longest request; a partial clone asks for each of its files, and this is some 300,000 of them. */
    private static final int REQUEST_BYTES_MAX = 16 << 20;

    /** Memory for each byte of a request: a line of some 50 bytes becomes an id in lists and sets. */
    private static final long BYTES_OF_BYTE = 5;

    private static final int PIECE_BYTES = 8 * 1024;

    /**
     * Files up to this size JGit makes from deltas in memory, where two such files lie at a time; larger ones in a
     * temporary file.
     */
    private static final long MADE_BYTES_MAX = 50L << 20;

    private static final int MADE_TIMES = 2;

    private static final byte[] LIST_OF_REFS = "0014command=ls-refs".getBytes(StandardCharsets.US_ASCII);

    private static final int LOOK_BYTES = 16 << 20;

    private final String person;
    private final LongSupplier objects;

    /**
     * @param person who fetches
     * @param objects number of objects that the repository has
     */
    public Sender(Repository from, String person, LongSupplier objects) {
        super(from);
        this.person = person;
        this.objects = objects;
    }

    /**
     * @throws ServiceMayNotContinueException with a sentence for the client when the request is too long or takes more
     *     memory than there is
     */
    @Override
    public void uploadWithExceptionPropagation(InputStream in, OutputStream out, @Nullable OutputStream messages)
            throws IOException {
        try (HeapRoom<ServiceMayNotContinueException>.Share room = FetchRoom.OF_PROCESS.of(person)) {
            byte[] request = read(in, room);
            if (!isListOfRefs(request)) {
                requireDisk();
                room.raiseTo(FetchRoom.counted(objects.getAsLong(), request.length * BYTES_OF_BYTE + madeBytes()));
            }
            try (FetchTurns.FetchTurn turn = FetchTurns.OF_PROCESS.take(person)) {
                super.uploadWithExceptionPropagation(
                        new ByteArrayInputStream(request), new Watched(turn.outside(out)), messages);
            }
        }
    }

    private long madeBytes() throws IOException {
        Path gitDir = getRepository().getDirectory().toPath();
        return MADE_TIMES * Math.min(MADE_BYTES_MAX, LargestDifference.of(gitDir));
    }

    private void requireDisk() throws IOException {
        if (Capacity.SizeLimits.standard()
                .isNearlyFull(getRepository().getDirectory().toPath())) {
            throw FetchRoom.refusal(
                    "The disk of this service is nearly full; fetch again when its operator has made room.");
        }
    }

    /**
     * Checks the free disk space every 16 MiB, and fails with an unchecked exception, because JGit takes a checked one
     * for an object that was moved to another pack.
     */
    private final class Watched extends FilterOutputStream {
        private long sent;

        private Watched(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            long before = sent;
            sent += length;
            if (before / LOOK_BYTES != sent / LOOK_BYTES) {
                try {
                    requireDisk();
                } catch (IOException full) {
                    throw new UncheckedIOException(full);
                }
            }
            out.write(bytes, offset, length);
        }
    }

    private static byte[] read(InputStream in, HeapRoom<ServiceMayNotContinueException>.Share room) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE_BYTES];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            if (request.size() + count > REQUEST_BYTES_MAX) {
                throw FetchRoom.refusal("This fetch asks with more than " + (REQUEST_BYTES_MAX >> 20)
                        + " MiB; fetch fewer branches or files at a time.");
            }
            room.raiseTo((request.size() + count) * BYTES_OF_BYTE);
            request.write(piece, 0, count);
        }
        return request.toByteArray();
    }

    /** Whether a request lists refs; such a request reads no object. */
    private static boolean isListOfRefs(byte[] request) {
        int length = LIST_OF_REFS.length;
        return request.length >= length && Arrays.equals(request, 0, length, LIST_OF_REFS, 0, length);
    }
}
