package cms.delivery.serve;

import static org.assertj.core.api.Assertions.assertThat;

import cms.media.DeliveredFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shown to fail where only the bytes of the files are counted, and where a change is not compared with the lookup. */
class MediaMemoryTest {
    private final MediaMemory memory = new MediaMemory(100_000);

    @TempDir
    private Path folder;

    private FileChannel bytes;

    @BeforeEach
    void open() throws IOException {
        bytes = FileChannel.open(Files.writeString(folder.resolve("icon.svg"), "<svg/>"));
    }

    @AfterEach
    void close() throws IOException {
        bytes.close();
    }

    @Test
    void aThousandIconsTakeNoMoreMemoryThanIsTheirs() {
        List<String> icons =
                IntStream.range(0, 1_000).mapToObj(number -> "icon" + number).toList();

        icons.forEach(icon -> keep("p", icon));

        List<String> there = icons.stream()
                .filter(icon -> memory.find(name("p", icon)) != null)
                .toList();
        assertThat(there).hasSizeBetween(10, 50).isEqualTo(icons.subList(1_000 - there.size(), 1_000));
    }

    @Test
    void aChangeDropsTheFilesOfItsAssetAlone() {
        keep("p", "one");
        keep("p", "two");
        keep("q", "one");

        memory.changed("p", "one");

        assertThat(memory.find(name("p", "one"))).isNull();
        assertThat(memory.find(name("p", "two"))).isNotNull();
        assertThat(memory.find(name("q", "one"))).isNotNull();
        memory.clear();
        assertThat(memory.find(name("p", "two"))).isNull();
    }

    @Test
    void aFileThatWasLookedUpBeforeAChangeIsNotKept() {
        long before = memory.changes();
        memory.changed("p", "one");

        keep("p", "one", before);

        assertThat(memory.find(name("p", "one"))).isNull();
        keep("p", "one");
        assertThat(memory.find(name("p", "one"))).isNotNull();
    }

    private void keep(String projectId, String assetId) {
        keep(projectId, assetId, memory.changes());
    }

    private void keep(String projectId, String assetId, long asOf) {
        DeliveredFile file = new DeliveredFile(bytes, "image/svg+xml", 6, "\"tag\"", 0, false, false);
        memory.keep("w", projectId, path(assetId), file, "max-age=60", asOf);
    }

    private static String name(String projectId, String assetId) {
        return projectId + "/" + path(assetId);
    }

    private static String path(String assetId) {
        return "media/original/" + assetId + ".svg";
    }
}
