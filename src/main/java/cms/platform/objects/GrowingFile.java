package cms.platform.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;

/** A file that grows at its end; its bytes can be read at once, also after it was deleted. */
final class GrowingFile implements AutoCloseable {
    private static final int GATHERED_BYTES = 256 * 1024;

    private final Path path;
    private final FileChannel channel;

    private GrowingFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** A new file with a unique name. */
    static GrowingFile in(Path folder) throws IOException {
        Path path = folder.resolve(UUID.randomUUID().toString());
        return new GrowingFile(
                path,
                FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    /** A new nameless file, so that a stop leaves nothing behind; the folder is made when it is missing. */
    static GrowingFile nameless(Path folder) throws IOException {
        Files.createDirectories(folder);
        GrowingFile file = in(folder);
        Files.delete(file.path);
        return file;
    }

    /** An existing file, for reading. */
    static GrowingFile of(Path path) throws IOException {
        return new GrowingFile(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    Path path() {
        return path;
    }

    long size() throws IOException {
        return channel.size();
    }

    /** Appends pieces through a small buffer, because many are too small for a call each. */
    void append(List<ByteBuffer> pieces) throws IOException {
        channel.position(channel.size());
        ByteBuffer small = ByteBuffer.allocate(GATHERED_BYTES);
        for (ByteBuffer piece : pieces) {
            if (piece.remaining() > small.remaining()) {
                writeAll(small.flip());
                small.clear();
            }
            if (piece.remaining() > small.remaining()) {
                writeAll(piece.duplicate());
            } else {
                small.put(piece.duplicate());
            }
        }
        writeAll(small.flip());
    }

    /** Appends all of another file, copied by the operating system. */
    void append(FileChannel from) throws IOException {
        long at = channel.size();
        long left = from.size();
        for (long done = 0; done < left; ) {
            done += from.transferTo(done, left - done, channel.position(at + done));
        }
    }

    /**
     * Like {@link #append(List)}; returns the same bytes mapped from the file, so that the operating system can page
     * them out.
     */
    ByteBuffer appendToRead(List<ByteBuffer> pieces) {
        try {
            long from = channel.size();
            append(pieces);
            return channel.map(FileChannel.MapMode.READ_ONLY, from, channel.size() - from);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Writes a part at its offset; several threads may write several parts. */
    void write(long from, byte[] part) {
        try {
            ByteBuffer left = ByteBuffer.wrap(part);
            while (left.hasRemaining()) {
                channel.write(left, from + left.position());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A part of the file, shorter at its end. */
    byte[] read(long from, int bytesMax) {
        try {
            ByteBuffer part = ByteBuffer.allocate((int) Math.min(bytesMax, channel.size() - from));
            while (part.hasRemaining() && channel.read(part, from + part.position()) >= 0) {}
            return part.array();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The whole file, mapped. */
    ByteBuffer view() throws IOException {
        return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }

    void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Writes the bytes in slices: the JDK copies heap bytes as a whole outside of the heap, and keeps that memory. */
    private void writeAll(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + GATHERED_BYTES));
            channel.write(bytes);
        }
    }
}
