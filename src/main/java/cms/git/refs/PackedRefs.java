package cms.git.refs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Reads and writes the format of the file {@code packed-refs}. */
final class PackedRefs {
    static final String NAME = "packed-refs";
    private static final String HEADER = "# pack-refs with: sorted \n";
    private static final int SHA_CHARS = 40;
    private static final int LINE_CHARS = 80;

    private PackedRefs() {}

    static byte[] format(NavigableMap<String, ObjectId> refs) {
        StringBuilder text = new StringBuilder(HEADER.length() + refs.size() * LINE_CHARS).append(HEADER);
        refs.forEach(
                (name, id) -> text.append(id.name()).append(' ').append(name).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The refs in a file; empty for a missing file. */
    static NavigableMap<String, ObjectId> read(Path file) throws IOException {
        NavigableMap<String, ObjectId> refs = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.length() > SHA_CHARS + 1 && line.charAt(SHA_CHARS) == ' ' && line.charAt(0) != '#') {
                    refs.put(line.substring(SHA_CHARS + 1), ObjectId.fromString(line.substring(0, SHA_CHARS)));
                }
            }
        } catch (NoSuchFileException none) {
            // A repository without refs has no such file.
        }
        return refs;
    }

    /**
     * Identity of one version of the file: size, time of change and file key, which differ after every change; 0 and
     * nulls for a missing file.
     */
    record Stamp(
            long bytes,
            @Nullable FileTime changed,
            @Nullable Object key) {
        static Stamp of(Path file) throws IOException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
            } catch (NoSuchFileException none) {
                return new Stamp(0, null, null);
            }
        }
    }
}
