package cms.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.testing.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database and a data folder that do not belong together are refused before anything is served. */
class InstanceIdentityTest {
    @TempDir
    Path temporary;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(temporary.resolve("rows/cms.db")));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theyKnowEachOtherFromTheFirstStartOn() throws Exception {
        Path folder = folder("data");
        InstanceIdentity.check(database, folder);
        InstanceIdentity.check(database, folder);
        assertThat(folder.resolve("instance")).exists();
    }

    @Test
    void anEmptyFolderIsRefusedWithWhatToDo() throws Exception {
        InstanceIdentity.check(database, folder("data"));
        Failure refused = refusal(folder("not-mounted"));
        assertThat(refused.kind()).isEqualTo(FailureKind.CONFLICT);
        assertThat(refused.message()).contains("not-mounted", "mount", "CMS_DATA", "restore");
        assertThat(temporary.resolve("not-mounted/instance")).doesNotExist();
    }

    @Test
    void theFolderOfAnotherDatabaseIsRefused() throws Exception {
        InstanceIdentity.check(database, folder("data"));
        try (Database other = Database.open(Rows.at(temporary.resolve("other/cms.db")))) {
            Path folder = folder("others-data");
            InstanceIdentity.check(other, folder);
            assertThat(refusal(folder).message()).contains("belongs to another database");
        }
    }

    @Test
    void anEmptyDatabaseDoesNotTakeOverAFolderWithRepositories() throws Exception {
        Path folder = folder("data");
        InstanceIdentity.check(database, folder);
        Files.createDirectories(folder.resolve("repositories/ada/blog.git/objects"));
        Files.writeString(folder.resolve("repositories/ada/blog.git/HEAD"), "ref: refs/heads/main\n");
        try (Database empty = Database.open(Rows.at(temporary.resolve("empty/cms.db")))) {
            Failure refused = catchThrowableOfType(Failure.class, () -> InstanceIdentity.check(empty, folder));
            assertThat(refused.message()).contains("belongs to another database");
        }
    }

    /** What was served before there were identities goes on, and is marked. */
    @Test
    void rowsFromBeforeAreAdoptedOnlyWithTheirRepositories() throws Exception {
        database.writing(tx -> tx.update("""
            INSERT INTO git_repositories (id, owner, full_name, is_private, description, created_at)
            VALUES (7, 'ada', 'ada/blog', 1, '', 0)
            """).execute());
        assertThat(refusal(folder("empty")).message()).contains("none of the repositories");
        Path folder = folder("data");
        Files.createDirectories(folder.resolve("repositories/ada/blog.git"));
        InstanceIdentity.check(database, folder);
        assertThat(InstanceIdentity.missing(database, folder)).containsExactly("ada/blog");
        Files.writeString(folder.resolve("repositories/ada/blog.git/HEAD"), "ref: refs/heads/main\n");
        assertThat(InstanceIdentity.missing(database, folder)).isEmpty();
    }

    private Failure refusal(Path folder) {
        return catchThrowableOfType(Failure.class, () -> InstanceIdentity.check(database, folder));
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(temporary.resolve(name));
    }
}
