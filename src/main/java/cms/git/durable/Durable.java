package cms.git.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files that are on the disk when the call returns, also after a power cut. */
public final class Durable {
    public static final Set<StandardOpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    /** Permissions of Git's objects, which never change. */
    public static final FileAttribute<?> READ_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r--r--"));

    private Durable() {}

    /** Creates a file that must not exist and syncs its content; the name needs {@link #folder} of its own. */
    public static void create(Path file, byte[] bytes, FileAttribute<?>... attributes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, NEW_FILE, attributes)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(false);
        }
    }

    /** Moves a finished file to its place in one step; the name needs {@link #folder} of its own. */
    public static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Syncs the names in a folder. */
    public static void folder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
