package cms.git.refs;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A file {@code moved-refs-<number>}: what moved since {@code packed-refs} was written, one record a write. A record
 * begins with {@code moves <lines> <CRC-32C of the lines>}; a line is the new commit, or zeros, and the ref. The values
 * are whole ones, so that reading a record again over a state that has it already changes nothing. A record that does
 * not fit its sum is the torn end of a write that nobody was told of, and so is all that follows.
 */
final class RefJournal implements AutoCloseable {
    private static final Pattern FILE = Pattern.compile("moved-refs-([0-9]{1,18})");
    private static final Pattern RECORD = Pattern.compile("moves ([0-9]{1,9}) ([0-9a-f]{1,8})");
    private static final int SHA_CHARS = 40;

    private final long number;
    private final FileChannel channel;
    private boolean hasMoves;

    private RefJournal(long number, FileChannel channel) {
        this.number = number;
        this.channel = channel;
    }

    /** Begins a file after all that are there; its name is on the disk when this returns. */
    static RefJournal begin(Path gitDir) throws IOException {
        NavigableMap<Long, Path> there = files(gitDir);
        long number = there.isEmpty() ? 1 : there.lastKey() + 1;
        Path file = gitDir.resolve("moved-refs-" + number);
        Durable.create(file, new byte[0]);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        try {
            Durable.folder(gitDir);
            return new RefJournal(number, channel);
        } catch (IOException failed) {
            channel.close();
            throw failed;
        }
    }

    /** The journals of a repository in the order in which they were begun. */
    static NavigableMap<Long, Path> files(Path gitDir) throws IOException {
        NavigableMap<Long, Path> files = new TreeMap<>();
        try (Stream<Path> found = Files.list(gitDir)) {
            for (Path file : found.toList()) {
                Matcher name = FILE.matcher(file.getFileName().toString());
                if (name.matches()) {
                    files.put(Long.parseLong(name.group(1)), file);
                }
            }
        }
        return files;
    }

    /** What all journals say; one that vanishes meanwhile is in {@code packed-refs}. */
    static NavigableMap<String, Optional<ObjectId>> readAll(Path gitDir) throws IOException {
        NavigableMap<String, Optional<ObjectId>> moved = new TreeMap<>();
        for (Path file : files(gitDir).values()) {
            try {
                read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8), moved);
            } catch (NoSuchFileException folded) {
                // What it said is in the file that replaced it.
            }
        }
        return moved;
    }

    private static void read(String text, Map<String, Optional<ObjectId>> moved) {
        int at = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
            Matcher head = RECORD.matcher(text.substring(at, end));
            int after = head.matches() ? skip(text, end + 1, Integer.parseInt(head.group(1))) : -1;
            String body = after < 0 ? "" : text.substring(end + 1, after);
            if (after < 0 || !sum(body.getBytes(StandardCharsets.UTF_8)).equals(head.group(2))) {
                return;
            }
            body.lines().forEach(line -> {
                ObjectId id = ObjectId.fromString(line.substring(0, SHA_CHARS));
                moved.put(line.substring(SHA_CHARS + 1), Optional.of(id).filter(there -> !isZero(there)));
            });
            at = after;
        }
    }

    private static int skip(String text, int from, int lines) {
        int at = from;
        for (int i = 0; i < lines && at >= 0; i++) {
            at = text.indexOf('\n', at) + 1;
            if (at == 0) {
                return -1;
            }
        }
        return at;
    }

    /** Returns when the moves are on the disk. After a failure nobody knows whether they are: this file takes no more. */
    void append(List<RefMove> moves) throws IOException {
        StringBuilder lines = new StringBuilder();
        moves.forEach(move ->
                lines.append(name(move.after())).append(' ').append(move.ref()).append('\n'));
        String body = lines.toString();
        String head = "moves " + moves.size() + " " + sum(body.getBytes(StandardCharsets.UTF_8)) + "\n";
        ByteBuffer record = ByteBuffer.wrap((head + body).getBytes(StandardCharsets.UTF_8));
        hasMoves = true;
        while (record.hasRemaining()) {
            channel.write(record);
        }
        channel.force(false);
    }

    boolean hasMoves() {
        return hasMoves;
    }

    /** Removes every file that was begun before this one. */
    void removeEarlier(Path gitDir) throws IOException {
        for (Path file : files(gitDir).headMap(number, false).values()) {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static String name(@Nullable ObjectId id) {
        return id == null ? ObjectId.zeroId().name() : id.name();
    }

    private static boolean isZero(ObjectId id) {
        return id.equals(ObjectId.zeroId());
    }

    private static String sum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return Long.toHexString(sum.getValue());
    }
}
