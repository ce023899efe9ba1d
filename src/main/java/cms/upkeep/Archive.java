package cms.upkeep;

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
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A backup file that is being written: a ZIP whose last entry, {@value #MANIFEST}, names every other one with its length
 * and SHA-256.
 */
final class Archive implements AutoCloseable {
    /** Every name that {@link #add} is given. */
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

    /** The member of the manifest with a sentence for each thing that was damaged when it was copied. */
    static final String PROBLEMS = "problems";
    /** What the rows were sealed with, as {@link SealingMark} knows it. */
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

    /** Whether a backup writes files of this name: a name is its own normal form, and nothing else is in a repository. */
    static boolean isWritten(String name) {
        return NAMES.matcher(name).matches()
                && Stream.of(name.split("/", -1))
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }

    /** Adds a file; one that is not there fails before anything of it is written. */
    void add(String name, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            add(name, in::transferTo);
        }
    }

    void add(String name, Source source) throws IOException {
        // What Git and delivery keep is compressed already.
        zip.setLevel(isDense(name) ? Deflater.NO_COMPRESSION : Deflater.BEST_SPEED);
        zip.putNextEntry(new ZipEntry(name));
        MessageDigest digest = sha256();
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

    /** Writes the manifest with these facts and brings everything to the disk. */
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

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every Java runtime has SHA-256", missing);
        }
    }

    private static boolean isDense(String name) {
        return name.startsWith(InstanceStorage.REPOSITORIES + "/") || name.startsWith(InstanceStorage.OBJECTS + "/");
    }

    /** Counts what goes through; closing it leaves the archive open. */
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
