package cms.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Archives that somebody else made, right in every length and hash: a restore takes no name that a backup does not write.
 * Shown to fail where names are not looked at: each of these is then unpacked.
 */
final class ForeignArchivesTest {
    private static final byte[] TEXT = "x".getBytes(StandardCharsets.UTF_8);

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
        assertThat(restored("objects/a")).doesNotContain("not a whole backup");
    }

    /** What the restore of an archive with one file of this name says. */
    private String restored(String name) throws IOException {
        Path file = folder.resolve("foreign.zip");
        Path empty = Files.createDirectory(folder.resolve("restored"));
        InstanceStorage place = new InstanceStorage(empty, Optional.empty(), Optional.empty());
        ObjectNode manifest = Json.object()
                .put("format", Archive.FORMAT)
                .put("made", "2026-11-26T00:00:00Z")
                .put(Rows.KIND, Rows.of(place).kind());
        manifest.putArray("files")
                .addObject()
                .put("name", name)
                .put("bytes", TEXT.length)
                .put("sha256", HexFormat.of().formatHex(Archive.sha256().digest(TEXT)));
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(TEXT);
            zip.putNextEntry(new ZipEntry(Archive.MANIFEST));
            zip.write(Json.bytes(manifest));
        }
        Ran ran = Ran.run(place, "restore", file.toString());
        return ran.err() + ran.out();
    }
}
