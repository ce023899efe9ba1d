package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a new build is trained with. */
@Tag("kill")
class TrainingTest {
    /** Small enough that every kind of work is done once or a few times. */
    private static final String SHARE = "0.01";

    /** Shown to fail: it ended at the first save, whose text was too long, and nobody saw it. */
    @Test
    void theTrainingOfABuildGetsToItsEnd() throws Exception {
        try (TestApp app = TestApp.start()) {
            Process training = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            Path.of("bin", "Training.java").toString(),
                            app.url().toString(),
                            SHARE))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(training.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(training.waitFor()).as(said).isZero();
        }
    }
}
