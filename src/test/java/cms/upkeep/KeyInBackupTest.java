package cms.upkeep;

import static cms.upkeep.Ran.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.testing.Rows;
import cms.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator relies on what a backup says of the sealing key, months later and on another machine. */
@Tag("rows")
final class KeyInBackupTest {
    private static final String SECRET = "a-secret-of-this-test-that-is-long-enough";

    @TempDir
    Path folder;

    /**
     * Shown to fail where any file of a key counts: the backup said that it had the key, and its restore never started.
     */
    @Test
    void aKeyThatWasReplacedByASettingIsNotInTheBackup() throws IOException {
        try (TestApp app = TestApp.start()) {
            Path key = app.data().resolve("secret");
            String made = folder.resolve("made.zip").toString();
            assertThat(run(here(app), "backup", made).out()).contains("the sealing key is in it");
            assertThat(run(elsewhere(app), "restore", made).code()).isZero();

            app.restart(Map.of(
                    "CMS_SECRET",
                    SECRET,
                    "CMS_SECRET_PREVIOUS",
                    Files.readString(key).strip()));
            String file = folder.resolve("replaced.zip").toString();
            assertThat(run(here(app), "backup", file).out()).contains("CMS_SECRET, is not in it");
            assertThat(key).exists();

            Ran ran = run(elsewhere(app), "restore", file);
            assertThat(ran.code()).isEqualTo(2);
            assertThat(ran.err()).contains("set CMS_SECRET to that of the instance");
        }
    }

    /** Shown to fail where a start makes a key before it looks: the key stays, and each later backup names it. */
    @Test
    void aStartWithoutTheSecretMakesNoOther() throws IOException {
        try (TestApp app = TestApp.start(Map.of("CMS_SECRET", SECRET))) {
            Path data = app.data();
            assertThatThrownBy(() -> app.restart(Map.of("CMS_SECRET", "")))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("set it as CMS_SECRET");
            assertThat(data.resolve("secret")).doesNotExist();
            app.restart(Map.of("CMS_SECRET", SECRET));
        }
    }

    private static InstanceStorage here(TestApp app) {
        return new InstanceStorage(app.data(), app.rowsServer(), Optional.empty());
    }

    /** An empty place, without CMS_SECRET. */
    private InstanceStorage elsewhere(TestApp app) throws IOException {
        Optional<String> empty = app.rowsServer().isEmpty() ? Optional.empty() : Rows.empty();
        Path data = Files.createTempDirectory(folder, "restored");
        return new InstanceStorage(
                data, empty, Optional.empty(), Optional.of(SealingMark.of(Optional.empty(), Optional.empty())));
    }
}
