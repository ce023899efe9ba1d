package cms.upkeep;

import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A backup file that is being written: a ZIP whose last entry, {@value #MANIFEST}, names every other one with its
 * length and SHA-256.
 */
final class Archive implements AutoCloseable {
    /** Pattern of all names that {@link #add} is given. */
    private static final Pattern NAMES = Pattern.compile("(?:%s|%s|%s|%s/.+|%s/.+|%s/[^/]+/[^/]+\\.git/(?:%s))"
            .formatted(
                    Pattern.quote(InstanceStorage.DATABASE),
                    InstanceStorage.SECRET,
                    InstanceStorage.IDENTITY,
                    InstanceStorage.ROWS,
                    InstanceStorage.OBJECTS,
                    InstanceStorage.REPOSITORIES,
                    "HEAD|config|description|shallow|largest-difference|packed-refs|refs/.+|objects/.+"));

    static final String MANIFEST = "manifest.json";
    static final int FORMAT = 1;

    /** Member of the manifest with a sentence for each file or row that was damaged when it was copied. */
    static final String PROBLEMS = "problems";
    /** Member of the manifest with the {@link SealingMark} of the rows. */
    static final String SEALING = "sealing";

    private final FileChannel channel;
    private final ZipOutputStream zip;
    private final ArrayNode files = Json.object().putArray("files");

    Archive(FileChannel channel) {
        this.channel = channel;
        this.zip = new ZipOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
    }

    @FunctionalInterface
    interface Source {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Whether a backup can contain a file of this name, which excludes names that are not normalised and other files of
     * repositories.
     */
    static boolean isWritten(String name) {
        return NAMES.matcher(name).matches()
                && Stream.of(name.split("/", -1))
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }

    /** Adds a file; a missing one fails before any of its bytes is written. */
    void add(String name, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            add(name, in::transferTo);
        }
    }

    void add(String name, Source source) throws IOException {
        // Files of Git and of delivery are compressed already.
        zip.setLevel(isDense(name) ? Deflater.NO_COMPRESSION : Deflater.BEST_SPEED);
        zip.putNextEntry(new ZipEntry(name));
        MessageDigest digest = Hashes.sha256();
        Counting counting = new Counting(zip);
        source.writeTo(new DigestOutputStream(counting, digest));
        zip.closeEntry();
        files.addObject()
                .put("name", name)
                .put("bytes", counting.bytes)
                .put("sha256", HexFormat.of().formatHex(digest.digest()));
    }

    int files() {
        return files.size();
    }

    /** Writes the manifest with these facts and syncs the file to the disk. */
    void finish(ObjectNode facts) throws IOException {
        facts.put("format", FORMAT).set("files", files);
        zip.setLevel(Deflater.BEST_SPEED);
        zip.putNextEntry(new ZipEntry(MANIFEST));
        zip.write(Json.bytes(facts));
        zip.closeEntry();
        zip.finish();
        zip.flush();
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static boolean isDense(String name) {
        return name.startsWith(InstanceStorage.REPOSITORIES + "/") || name.startsWith(InstanceStorage.OBJECTS + "/");
    }

    /** Counts written bytes; closing it leaves the archive open. */
    private static final class Counting extends FilterOutputStream {
        private long bytes;

        Counting(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
            bytes++;
        }

        @Override
        public void write(byte[] some, int offset, int length) throws IOException {
            out.write(some, offset, length);
            bytes += length;
        }

        @Override
        public void close() {
            // The archive goes on.
        }
    }
}
