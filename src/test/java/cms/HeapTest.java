package cms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How large {@code ./cms} lets the heap become, by {@code bin/heap.sh}. */
class HeapTest {
    private static final int MIB = 1 << 20;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"128, 192", "1024, 256", "2048, 512", "16384, 1024"})
    void itIsAQuarterOfWhatTheCgroupHasWithinBounds(long mebibytes, String heap) throws Exception {
        assertThat(ask(Map.of(), Long.toString(mebibytes * MIB))).isEqualTo("-Xmx" + heap + "m");
    }

    @Test
    void aCgroupWithoutALimitLeavesTheMachine() throws Exception {
        assertThat(ask(Map.of(), "max")).isEqualTo("-Xmx1024m");
        assertThat(ask(Map.of(), "9223372036854771712")).isEqualTo("-Xmx1024m");
    }

    @Test
    void theSettingGoesFirstAndTheOptionsOfTheJdkBeforeIt() throws Exception {
        assertThat(ask(Map.of("CMS_HEAP", "96m"), "max")).isEqualTo("-Xmx96m");
        assertThat(ask(Map.of("CMS_HEAP", "96m", "JDK_JAVA_OPTIONS", "-ea -Xmx200m"), "max"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"512", "many", "0g", "12m", "1t", "-5m", "99999999g", "5 m"})
    void anotherSettingIsRefusedWithASentence(String wrong) throws Exception {
        assertThat(ask(Map.of("CMS_HEAP", wrong), "max"))
                .isEqualTo("CMS_HEAP is \"" + wrong + "\"; it must be a size such as 512m or 2g, and at least 64m.");
    }

    private String ask(Map<String, String> environment, String limit) throws IOException, InterruptedException {
        Path cgroup = Files.writeString(folder.resolve("limit"), limit + "\n");
        Path machine = Files.writeString(folder.resolve("meminfo"), "MemTotal:       33554432 kB\n");
        ProcessBuilder shell = new ProcessBuilder(List.of("bash", "-eu", "-c", ". bin/heap.sh; heap_flag"));
        Map<String, String> clean = new HashMap<>(environment);
        clean.put("PATH", System.getenv("PATH"));
        clean.put("heap_limits", cgroup.toString());
        clean.put("heap_meminfo", machine.toString());
        shell.environment().clear();
        shell.environment().putAll(clean);
        Process process = shell.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }
}
