package cms.git.refs;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Files {@code moved-refs-<number>} that earlier versions wrote beside {@code packed-refs} (decision 33): what moved
 * since it was written, one record a write. A record begins with {@code moves <lines> <CRC-32C of the lines>}; a line
 * is the new commit, or zeros, and the ref. A record that does not fit its sum was never acknowledged, and nothing that
 * follows it was.
 */
final class FormerJournals {
    private static final Pattern FILE = Pattern.compile("moved-refs-([0-9]{1,18})");
    private static final Pattern RECORD = Pattern.compile("moves ([0-9]{1,9}) ([0-9a-f]{1,8})");
    private static final int SHA_CHARS = 40;

    private FormerJournals() {}

    static void requireNone(Path gitDir) throws IOException {
        if (!files(gitDir).isEmpty()) {
            throw new IOException("the repository " + gitDir + " has refs in a file of an earlier version; start the"
                    + " service once, so that it brings them into packed-refs");
        }
    }

    /**
     * The values are whole ones: read again over a {@code packed-refs} that has them, they change nothing, as long as
     * no older file is read without the newer ones. So the oldest is removed first, each for good before the next.
     */
    static void fold(Path gitDir) throws IOException {
        NavigableMap<Long, Path> files = files(gitDir);
        if (files.isEmpty()) {
            return;
        }
        NavigableMap<String, ObjectId> refs = PackedRefs.read(gitDir.resolve(PackedRefs.NAME));
        for (Path file : files.values()) {
            read(Files.readString(file), refs);
        }
        Path fresh = gitDir.resolve("packed-refs.lock");
        Files.deleteIfExists(fresh);
        Durable.create(fresh, PackedRefs.format(refs));
        Durable.rename(fresh, gitDir.resolve(PackedRefs.NAME));
        Durable.folder(gitDir);
        for (Path file : files.values()) {
            Files.delete(file);
            Durable.folder(gitDir);
        }
    }

    /** In the order in which they were begun. */
    private static NavigableMap<Long, Path> files(Path gitDir) throws IOException {
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

    private static void read(String text, NavigableMap<String, ObjectId> refs) {
        int at = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
            Matcher head = RECORD.matcher(text.substring(at, end));
            int after = head.matches() ? skip(text, end + 1, Integer.parseInt(head.group(1))) : -1;
            String body = after < 0 ? "" : text.substring(end + 1, after);
            if (after < 0 || !sum(body).equals(head.group(2))) {
                return;
            }
            body.lines().forEach(line -> {
                ObjectId id = ObjectId.fromString(line.substring(0, SHA_CHARS));
                String ref = line.substring(SHA_CHARS + 1);
                refs.compute(ref, (name, before) -> id.equals(ObjectId.zeroId()) ? null : id);
            });
            at = after;
        }
    }

    /** Where so many lines end; negative when they are not all there. */
    private static int skip(String text, int from, int lines) {
        int at = from;
        for (int i = 0; i < lines; i++) {
            at = text.indexOf('\n', at) + 1;
            if (at == 0) {
                return -1;
            }
        }
        return at;
    }

    private static String sum(String lines) {
        CRC32C sum = new CRC32C();
        sum.update(lines.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }
}
