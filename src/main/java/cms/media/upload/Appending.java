package cms.media.upload;

import cms.media.bytes.MediaLimits;
import cms.media.bytes.WorkFolder;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Appends the bytes of one request to an upload, part by part; each part is counted once it is durable. */
final class Appending {
    /** Size of a part, after which received bytes are made durable. */
    private static final long PART_BYTES = 8 * MediaLimits.MEGABYTE;

    /** A part that was cut off in the middle is kept up to a multiple of this. */
    private static final long STEP_BYTES = 256 * 1024;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final PartBytes bytes;
    private final WorkFolder work;
    private final Counting counting;

    /** Records a part that is durable. */
    interface Counting {
        OpenUpload received(OpenUpload upload, long size);
    }

    Appending(PartBytes bytes, WorkFolder work, Counting counting) {
        this.bytes = bytes;
        this.work = work;
        this.counting = counting;
    }

    OpenUpload append(OpenUpload before, Optional<UploadChecksum> sum, InputStream content) {
        OpenUpload upload = before;
        boolean more = true;
        while (more) {
            Path file = work.file("part-" + upload.received());
            long most = sum.isPresent() ? before.length() : PART_BYTES;
            Taken taken = take(content, file, Math.min(most, upload.length() - upload.received()));
            if (sum.isPresent() && taken.cut() == null && !sum.get().holds(file)) {
                throw new OtherBytes();
            }
            long kept = taken.cut() == null ? taken.bytes() : sum.isPresent() ? 0 : whole(taken.bytes());
            if (kept > 0) {
                cut(file, kept);
                bytes.store(upload.id(), upload.received(), file);
                upload = counting.received(upload, kept);
            }
            if (taken.cut() != null) {
                throw taken.cut();
            }
            more = !taken.ended() && upload.received() < upload.length();
        }
        if (isMore(content)) {
            throw Failure.invalid("There are more bytes than `Upload-Length` says.");
        }
        return upload;
    }

    /** Thrown when the bytes do not have the checksum that the client sent. */
    static final class OtherBytes extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OtherBytes() {
            super("The bytes do not have the stated checksum.", null, false, false);
        }
    }

    /**
     * The bytes received for a part.
     *
     * @param ended whether the body has ended
     * @param cut why the body was cut off; null when it was not
     */
    private record Taken(
            long bytes, boolean ended, @Nullable Failure cut) {}

    private static Taken take(InputStream content, Path file, long most) {
        byte[] buffer = new byte[BUFFER_BYTES];
        long taken = 0;
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (taken < most) {
                int read;
                try {
                    read = content.read(buffer, 0, (int) Math.min(buffer.length, most - taken));
                } catch (Failure cut) {
                    return new Taken(taken, true, cut);
                }
                if (read < 0) {
                    return new Taken(taken, true, null);
                }
                write(out, ByteBuffer.wrap(buffer, 0, read));
                taken += read;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new Taken(taken, false, null);
    }

    private static void write(FileChannel out, ByteBuffer piece) {
        try {
            while (piece.hasRemaining()) {
                out.write(piece);
            }
        } catch (IOException full) {
            throw WorkFolder.full().causedBy(full);
        }
    }

    private static boolean isMore(InputStream content) {
        try {
            return content.read() >= 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static long whole(long taken) {
        return taken - taken % STEP_BYTES;
    }

    private static void cut(Path file, long size) {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            out.truncate(size);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
