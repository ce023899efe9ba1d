package cms.media.bytes;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Temporary files of one upload, deleted with it, at the latest at the next start. */
public final class WorkFolder implements AutoCloseable {
    private static final long FREE_BYTES_MIN = 256 * MediaLimits.MEGABYTE;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path folder;

    private WorkFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * A written file.
     *
     * @param hash SHA-256 in lower-case hexadecimal digits
     */
    public record WrittenFile(Path file, long bytes, String hash) {}

    /** @throws Failure UNAVAILABLE when the disk is nearly full */
    public static WorkFolder in(Path scratch) {
        try {
            Path folder = Files.createDirectories(scratch.resolve("media-" + UUID.randomUUID()));
            if (Files.getFileStore(folder).getUsableSpace() < FREE_BYTES_MIN) {
                Files.delete(folder);
                throw full();
            }
            return new WorkFolder(folder);
        } catch (IOException failed) {
            throw full().causedBy(failed);
        }
    }

    public Path path() {
        return folder;
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /**
     * @throws Failure TOO_LARGE (code {@code media.too_large}) beyond {@code bytesMax}, UNAVAILABLE when the disk is
     *     full
     */
    public WrittenFile write(String name, InputStream content, long bytesMax) {
        MessageDigest digest = Hashes.sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        Path file = file(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                bytes += read;
                if (bytes > bytesMax) {
                    throw tooLarge(bytesMax);
                }
                digest.update(buffer, 0, read);
                write(out, buffer, read);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new WrittenFile(file, bytes, HexFormat.of().formatHex(digest.digest()));
    }

    /** Copies the bytes of an open file into a file of this folder. */
    public Path copy(FileChannel from, String name) throws IOException {
        Path file = file(name);
        try (FileChannel to = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long left = from.size();
            for (long done = 0; done < left; ) {
                done += from.transferTo(done, left - done, to);
            }
        }
        return file;
    }

    private static void write(OutputStream out, byte[] buffer, int count) {
        try {
            out.write(buffer, 0, count);
        } catch (IOException failed) {
            throw full().causedBy(failed);
        }
    }

    /** SHA-256 of a file of this folder. */
    public static String hash(Path file) {
        MessageDigest digest = Hashes.sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    public static Failure tooLarge(long bytesMax) {
        return Failure.of(
                        FailureKind.TOO_LARGE,
                        "The file is larger than the " + bytesMax / MediaLimits.MEGABYTE
                                + " MB that this workspace's plan allows.")
                .withCode("media.too_large");
    }

    /** The failure for a full disk: UNAVAILABLE. */
    public static Failure full() {
        return Failure.unavailable("The disk has no room for what was sent; try again later.");
    }

    @Override
    public void close() {
        try (Stream<Path> below = Files.walk(folder)) {
            List<Path> deepestFirst = below.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
