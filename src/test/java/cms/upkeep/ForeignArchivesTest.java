package cms.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Archives that somebody else made: a restore takes no name that a backup does not write, and writes out no more of a
 * file than its length says. Shown to fail where names are not looked at, each of these is then unpacked; where a copy
 * goes on behind the stated length, 8 MB are then written out of 8 KB; and where lengths are not compared.
 */
final class ForeignArchivesTest {
    private static final byte[] TEXT = "x".getBytes(StandardCharsets.UTF_8);

    /** 8 KB in an archive. */
    private static final byte[] MUCH = new byte[8 << 20];

    /** Far less than that, and far more than a refusal and the look at a data folder write. */
    private static final int LITTLE_BYTES = 1 << 20;

    private static final Pattern WRITTEN = Pattern.compile("wchar: (\\d+)");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret/../cms.db",
                "../elsewhere",
                "/elsewhere",
                "objects/./a",
                "objects//a",
                "repositories/ada/blog.git/hooks/post-receive",
                "repositories/ada/blog.git/info/attributes",
                "repositories/ada/blog.git/objects/../hooks/post-receive",
                "notes"
            })
    void aNameThatNoBackupWritesIsRefusedAndNothingIsUnpacked(String name) throws IOException {
        assertThat(restored(name.startsWith("/") ? folder + name : name))
                .startsWith("The file")
                .contains("not a whole backup");
        assertThat(folder.resolve("restored")).isEmptyDirectory();
        assertThat(folder.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void aNameThatABackupWritesIsNoReasonToRefuseIt() throws IOException {
        assertThat(restored("objects/a")).startsWith("The backup of 2026-11-26T00:00:00Z is back in ");
        assertThat(folder.resolve("restored/objects/a")).hasBinaryContent(TEXT);
    }

    @Test
    void whatIsLongerThanItSaysIsNotWrittenOut() throws IOException {
        Path file = archive("objects/a", MUCH, 1);
        long before = bytesWritten();
        assertThat(restored(file)).contains("not a whole backup");
        assertThat(bytesWritten() - before).isLessThan(LITTLE_BYTES);
        assertThat(folder.resolve("restored")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(longs = {2, Long.MAX_VALUE, 0, -1})
    void whatHasAnotherLengthThanItSaysIsRefusedAndNothingStays(long stated) throws IOException {
        assertThat(restored(archive("objects/a", TEXT, stated))).contains("not a whole backup");
        assertThat(folder.resolve("restored")).isEmptyDirectory();
    }

    /** What the restore of an archive with one file of this name says. */
    private String restored(String name) throws IOException {
        return restored(archive(name, TEXT, TEXT.length));
    }

    private String restored(Path file) throws IOException {
        Ran ran = Ran.run(place(Files.createDirectory(folder.resolve("restored"))), "restore", file.toString());
        return ran.err() + ran.out();
    }

    /** An archive with one file; {@code stated} is the length that its manifest gives for it. */
    private Path archive(String name, byte[] content, long stated) throws IOException {
        Path file = folder.resolve("foreign.zip");
        ObjectNode manifest = Json.object()
                .put("format", Archive.FORMAT)
                .put("made", "2026-11-26T00:00:00Z")
                .put(BackupRows.KIND, BackupRows.of(place(folder)).kind());
        manifest.putArray("files")
                .addObject()
                .put("name", name)
                .put("bytes", stated)
                .put("sha256", Hashes.sha256Hex(content));
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
            zip.putNextEntry(new ZipEntry(Archive.MANIFEST));
            zip.write(Json.bytes(manifest));
        }
        return file;
    }

    private static InstanceStorage place(Path data) {
        return new InstanceStorage(data, Optional.empty(), Optional.empty());
    }

    /** Bytes that this thread has handed to the system for any file, also for one that is gone. */
    private static long bytesWritten() throws IOException {
        Matcher written = WRITTEN.matcher(Files.readString(Path.of("/proc/thread-self/io")));
        assertThat(written.find()).isTrue();
        return Long.parseLong(written.group(1));
    }
}
