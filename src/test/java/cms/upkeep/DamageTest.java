package cms.upkeep;

import static cms.upkeep.Ran.run;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import cms.testing.Person;
import cms.testing.Rows;
import cms.testing.ServiceProcess;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What the commands say of a repository that a disk has damaged, and of a backup that was made of it. */
@Tag("rows")
final class DamageTest {
    private static final String DAMAGED = "repositories/ada/blog.git";
    private static final String SECRET = "a-secret-of-this-test-that-is-long-enough";
    private static final String WHOLE = "repositories/ada/whole.git";

    @TempDir
    Path folder;

    @TempDir
    Path data;

    private TestApp app;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_SECRET", SECRET));
        Person ada = Person.signIn(app.url(), "ada@example.com");
        World.connect(ada, ada.primaryWorkspace(), "starters/blog", "blog");
        World.connect(ada, ada.primaryWorkspace(), "starters/blank", "whole");
        app.restart(this::copy);
    }

    /** A service that runs packs anew whenever it likes, so the damage is done to a copy of what a stopped one left. */
    private void copy() {
        try (Stream<Path> found = Files.walk(app.data())) {
            for (Path path : found.toList()) {
                Files.copy(path, data.resolve(app.data().relativize(path)), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail without a look at what was copied: then such a backup ends with 0. */
    @Test
    void aBackupOfAPackWithAFlippedByteSaysSoAndIsKept() throws IOException {
        for (Path pack : packs(DAMAGED)) {
            flip(pack, (int) Files.size(pack) / 2);
        }
        assertKeptAndNotTrusted("is damaged");
    }

    /** Shown to fail without a look at what was copied. */
    @Test
    void aBackupThatLacksObjectsSaysSoAndIsKept() throws IOException {
        for (Path pack : packs(DAMAGED)) {
            Files.delete(pack);
        }
        assertKeptAndNotTrusted("is not there");
    }

    /** Shown to fail without a look at the repositories that the tables name. */
    @Test
    void aBackupWithoutARepositoryOfTheTablesSaysSo() throws IOException {
        Files.move(data.resolve(DAMAGED), folder.resolve("gone"));

        Ran ran = run(here(), "backup", folder.resolve("backup.zip").toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("ada/blog is in the tables and not in the folder");
    }

    private void assertKeptAndNotTrusted(String reason) throws IOException {
        Path file = folder.resolve("backup.zip");

        Ran ran = run(here(), "backup", file.toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains(DAMAGED).contains(reason).doesNotContain(WHOLE);
        assertThat(ran.out()).contains("It is kept and must not be trusted");
        assertThat(file).exists();

        Ran restored = run(elsewhere(), "restore", file.toString());

        assertThat(restored.code()).isEqualTo(1);
        assertThat(restored.err()).isEqualTo(ran.err());
        assertThat(restored.out()).contains("is back in").contains("was damaged when that backup was made");
    }

    /**
     * Shown to fail where libraries log what they find in a pack, and where settings of a repository that cannot be
     * read end the check: then the second repository is not named.
     */
    @Test
    void aCheckPrintsNothingButSentencesAndGoesOn() throws Exception {
        for (Path pack : packs(DAMAGED)) {
            flip(pack, 0);
        }
        Files.writeString(data.resolve(WHOLE).resolve("config"), "[[[");
        Map<String, String> settings = new HashMap<>();
        app.rowsServer().ifPresent(url -> settings.put("CMS_DATABASE_URL", url));
        Path errors = folder.resolve("errors");

        Process check = ServiceProcess.launch(data, settings, errors, "check");
        String out = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(check.waitFor()).isEqualTo(1);
        List<String> messages = Files.readAllLines(errors);
        assertThat(messages).allMatch(line -> line.startsWith("In ") && line.endsWith("."));
        assertThat(messages).anyMatch(line -> line.contains(DAMAGED));
        assertThat(messages).anyMatch(line -> line.contains(WHOLE));
        assertThat(out).contains("Checked 2 repositories");
    }

    /** An older jar went to work on the tables of a newer one. */
    @Test
    void tablesOfALaterVersionAreRefusedWithBothNumbersByTheStartAndByTheCheck() throws Exception {
        try (Connection rows = app.rowsServer().isPresent()
                        ? app.rows()
                        : DriverManager.getConnection("jdbc:sqlite:" + data.resolve("cms.db"));
                Statement sql = rows.createStatement()) {
            sql.executeUpdate("""
                INSERT INTO flyway_schema_history
                    (installed_rank, version, description, type, script, installed_by, execution_time, success)
                SELECT 9999, '999', 'later', 'SQL', 'V999__later.sql', installed_by, 1, success
                FROM flyway_schema_history ORDER BY installed_rank LIMIT 1
                """);
        }
        Map<String, String> settings = new HashMap<>(Map.of("CMS_SECRET", SECRET));
        app.rowsServer().ifPresent(url -> settings.put("CMS_DATABASE_URL", url));
        Path errors = folder.resolve("errors");
        for (String[] command : List.of(new String[0], new String[] {"check"})) {
            Process refused = ServiceProcess.launch(data, settings, errors, command);

            int code = refused.waitFor();
            String said = Files.readString(errors);
            assertThat(code).as("%s: %s", List.of(command), said).isEqualTo(2);
            assertThat(said).containsIgnoringCase("later version").containsPattern("999.* up to [0-9]+");
        }
    }

    /** Shown to fail where the folder of a refused restore stays. */
    @Test
    void aRefusedRestoreLeavesNoFolder() throws IOException {
        Path file = folder.resolve("backup.zip");
        assertThat(run(here(), "backup", file.toString()).code()).isZero();
        Path half = Files.write(
                folder.resolve("half"), Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) / 2));
        Path changed = Files.copy(file, folder.resolve("changed.zip"));
        try (FileSystem zip = FileSystems.newFileSystem(changed)) {
            Files.writeString(zip.getPath(DAMAGED, "HEAD"), "ref: refs/heads/other\n");
        }
        for (Path broken : List.of(half, changed)) {
            InstanceStorage place =
                    new InstanceStorage(folder.resolve("new/place"), elsewhere().server(), Optional.empty());
            assertThat(run(place, "restore", broken.toString()).code()).isEqualTo(2);
            assertThat(folder.resolve("new")).doesNotExist();
        }
        Path occupied = Files.createDirectories(folder.resolve("occupied"));
        Files.writeString(occupied.resolve("mine"), "mine");
        InstanceStorage place = new InstanceStorage(occupied, elsewhere().server(), Optional.empty());
        assertThat(run(place, "restore", file.toString()).code()).isEqualTo(2);
        try (Stream<Path> left = Files.list(occupied)) {
            assertThat(left).containsExactly(occupied.resolve("mine"));
        }
    }

    /** Shown to write them out where nobody asks whether a backup writes such a name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "repositories/ada/blog.git/hooks/post-receive",
                "repositories/ada/blog.git/../x.git/HEAD",
                "objects/../cms.db.new",
                "objects//x",
                "secret/x",
                "rows/./x",
                "other"
            })
    void namesThatNoBackupWritesAreNotRestored(String name) throws IOException {
        assertThat(Archive.isWritten("repositories/ada/blog.git/objects/pack/pack-1.pack"))
                .isTrue();
        Path file = folder.resolve("backup.zip");
        assertThat(run(here(), "backup", file.toString()).code()).isZero();
        byte[] bytes = {1};
        try (FileSystem zip = FileSystems.newFileSystem(file)) {
            Path manifest = zip.getPath(Archive.MANIFEST);
            ObjectNode named = (ObjectNode) Json.parse(Files.readAllBytes(manifest));
            named.withArray("files")
                    .addObject()
                    .put("name", name)
                    .put("bytes", bytes.length)
                    .put("sha256", Hashes.sha256Hex(bytes));
            Files.write(manifest, Json.bytes(named));
        }
        try (FileSystem zip = FileSystems.newFileSystem(file)) {
            Path entry = zip.getPath(name);
            if (entry.normalize().equals(entry)) {
                Files.createDirectories(zip.getPath("/").resolve(entry).getParent());
                Files.write(entry, bytes);
            }
        }
        Ran ran = run(elsewhere(), "restore", file.toString());

        assertThat(ran.code()).isEqualTo(2);
        assertThat(Archive.isWritten(name)).isFalse();
    }

    private List<Path> packs(String repository) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve(repository).resolve("objects/pack"))) {
            return files.filter(path -> path.toString().endsWith(".pack")).toList();
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.delete(file);
        Files.write(file, bytes);
    }

    private InstanceStorage here() {
        return new InstanceStorage(data, app.rowsServer(), Optional.empty());
    }

    private InstanceStorage elsewhere() throws IOException {
        Optional<String> empty = app.rowsServer().isEmpty() ? Optional.empty() : Rows.empty();
        return new InstanceStorage(Files.createTempDirectory(folder, "restored"), empty, Optional.empty());
    }
}
