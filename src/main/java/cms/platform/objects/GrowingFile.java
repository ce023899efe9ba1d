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

/** A new file that grows at its end; what is in it can be read from it at once, also after it was deleted. */
final class GrowingFile implements AutoCloseable {
    private static final int GATHERED_BYTES = 256 * 1024;

    private final Path path;
    private final FileChannel channel;

    private GrowingFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** One of a name that nothing else has. */
    static GrowingFile in(Path folder) throws IOException {
        Path path = folder.resolve(UUID.randomUUID().toString());
        return new GrowingFile(
                path,
                FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    /** One that nobody finds by name, so that a stop leaves nothing behind; the folder is made when it is missing. */
    static GrowingFile nameless(Path folder) throws IOException {
        Files.createDirectories(folder);
        GrowingFile file = in(folder);
        Files.delete(file.path);
        return file;
    }

    /** A file that is there, for reading it. */
    static GrowingFile of(Path path) throws IOException {
        return new GrowingFile(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    Path path() {
        return path;
    }

    long size() throws IOException {
        return channel.size();
    }

    /** Through a small buffer, because many pieces are smaller than a call is worth. */
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

    /** All of another file, which the system copies. */
    void append(FileChannel from) throws IOException {
        long at = channel.size();
        long left = from.size();
        for (long done = 0; done < left; ) {
            done += from.transferTo(done, left - done, channel.position(at + done));
        }
    }

    /** Like {@link #append(List)}, and then the same bytes as what the system may take out of memory. */
    ByteBuffer appendToRead(List<ByteBuffer> pieces) {
        try {
            long from = channel.size();
            append(pieces);
            return channel.map(FileChannel.MapMode.READ_ONLY, from, channel.size() - from);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Writes a part of the file at its place; several threads may write several parts. */
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

    /** The whole file. */
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

    /** A slice at a time: the system copies what lies in the heap as a whole, and keeps the room for that. */
    private void writeAll(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + GATHERED_BYTES));
            channel.write(bytes);
        }
    }
}
