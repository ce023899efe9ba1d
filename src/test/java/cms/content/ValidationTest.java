package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.Finding;
import cms.content.pattern.Budget;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Stored content is checked in pieces, and all pieces together have one budget. */
class ValidationTest {
    private static final long PLENTY = 1_000_000;

    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void piecesFindWhatOneLookFinds() {
        Validation whole = new Validation(all().parts, new Budget(PLENTY), PLENTY);
        assertThat(whole.checkNext()).isFalse();
        Validation pieces = new Validation(all().parts, new Budget(PLENTY), 1);
        double part = 0;
        int count = 1;
        for (; pieces.checkNext(); count++) {
            assertThat(pieces.part()).isBetween(part, 1.0);
            part = pieces.part();
        }
        assertThat(count).isGreaterThan(10);
        assertThat(pieces.part()).isEqualTo(1);
        assertThat(pieces.findings()).isEqualTo(whole.findings());
    }

    @Test
    void allEntriesTogetherHaveOneBudget() {
        Validation poor = new Validation(all().parts, new Budget(50), 1);
        int count = 0;
        while (poor.checkNext()) {
            count++;
        }
        assertThat(count).isBetween(1, 50);
        assertThat(poor.checkNext()).as("nothing is checked beyond it").isFalse();
        assertThat(poor.findings()).last().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.ERROR);
            assertThat(finding.message()).contains("too large to be checked completely");
        });
        assertThat(Finding.valid(poor.findings())).isFalse();
    }

    private static Validation all() {
        Project project = app.doors().projects().find(world.projectId()).orElseThrow();
        ProjectAccess place =
                app.doors().projects().access().of(world.ada().id(), project).orElseThrow();
        Validation all = app.doors().content().validation(place, Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(all.parts).isNotEmpty();
        return all;
    }
}
