package cms.agent.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The tools against {@code cms/access/tools.txt}, whose roles {@code RightsTest} compares with the capabilities. */
class ToolRightsTest {
    @Test
    void everyToolAsksForTheCapabilityThatTheTableNames() throws IOException {
        try (InputStream table = ToolRightsTest.class.getResourceAsStream("/cms/access/tools.txt")) {
            assertThat(table).isNotNull();
            String[] rows = new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(row -> !row.startsWith("#"))
                    .map(row -> row.replaceAll("^(\\S+) +\\S+ +(\\S+)$", "$1 $2"))
                    .toArray(String[]::new);
            assertThat(new Toolbox(InstantSource.system()).all())
                    .extracting(tool -> tool.name() + " " + tool.least().name().toLowerCase(Locale.ROOT))
                    .containsExactlyInAnyOrder(rows);
        }
    }
}
