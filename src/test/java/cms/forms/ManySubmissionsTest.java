package cms.forms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.db.Database;
import cms.testing.Rows;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More submissions than one statement changes. */
@Tag("rows")
@Timeout(60)
class ManySubmissionsTest {
    private static final int COUNT = 12_000;

    @TempDir
    Path folder;

    private Database rows;

    /** Three come in each millisecond. */
    @BeforeEach
    void insert() {
        rows = Database.open(Rows.at(folder.resolve("cms.db")));
        rows.writing(tx -> tx.update("""
            WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < :last)
            INSERT INTO form_submissions (id, workspace_id, project_id, model_id, status, data, locale, source_ip,
                spam_reasons, created_at, deciding_until)
            SELECT 'id-' || n, 'w', CASE WHEN n % 4 = 0 THEN 'other' ELSE 'p' END, 'old', 'pending', '{}', 'en',
                '127.0.0.1', '', n / 4, 0
            FROM numbers
            """).bind("last", COUNT / 3 * 4 - 1).execute());
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void allOfThemFollowTheirModelAndNoneOfAnotherProject() {
        rows.writing(tx -> new TotalStore().rename(tx, "p", "old", "new"));
        assertThat(count("p", "old")).isZero();
        assertThat(count("p", "new")).isEqualTo(COUNT);
        assertThat(count("other", "old")).isEqualTo(COUNT / 3);
    }

    @Test
    void allOfThemGoWithTheirProjectAndNoneOfAnother() {
        rows.writing(tx -> new SubmissionStore().deleteOfProject(tx, "p"));
        assertThat(count("p", "old")).isZero();
        assertThat(count("other", "old")).isEqualTo(COUNT / 3);
    }

    private int count(String projectId, String modelId) {
        return rows.read(tx -> tx.query("SELECT COUNT(*) FROM form_submissions WHERE project_id = :p AND model_id = :m")
                .bind("p", projectId)
                .bind("m", modelId)
                .mapTo(Integer.class)
                .one());
    }
}
