package cms.delivery.read;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads of a file of 12 MB of a kept release, and queries of its entries. */
@Tag("large")
class LargeReadsTest {
    private static final int ENTRIES = 30;
    private static final String FILE = "content/many/data.json";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    /** Shown to fail where each read has a copy of the file: 50 reads of its head allocated 600 MB. */
    @Test
    void noReadOfAKeptReleaseCopiesItsFiles() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Website site = Website.of(world);
            push(world, site);
            String kept = site.root() + "@" + site.commit() + "/" + FILE;
            Reply whole = site.http().get(kept).is(200);
            assertThat(whole.body()).isEqualTo(site.get(FILE).is(200).body());

            byte[] ten = Arrays.copyOfRange(whole.body(), 100, 110);
            // The least of three: all threads are counted, and a build may still be at work after the push.
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 3; round++) {
                least = Math.min(least, allocatedByReads(site, kept, ten));
            }
            assertThat(least).isLessThan(200_000_000);
            aPageOfLongEntriesEndsEarly(site);
        }
    }

    private static long allocatedByReads(Website site, String file, byte[] part) {
        long before = THREADS.getTotalThreadAllocatedBytes();
        for (int times = 0; times < 50; times++) {
            site.http().send("HEAD", file, null).is(200);
            assertThat(site.http()
                            .with("Range", "bytes=100-109")
                            .get(file)
                            .is(206)
                            .body())
                    .isEqualTo(part);
        }
        return THREADS.getTotalThreadAllocatedBytes() - before;
    }

    private static void aPageOfLongEntriesEndsEarly(Website site) {
        List<String> read = new ArrayList<>();
        String more = "";
        do {
            Reply reply = site.get("query/many/en?limit=500" + more).is(200);
            assertThat(reply.body().length).isLessThan(9 << 20);
            JsonNode page = reply.json();
            page.get("items").forEach(item -> read.add(item.get("id").asString()));
            more = page.get("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.get("nextCursor").asString();
        } while (!more.isEmpty());
        assertThat(read).hasSize(ENTRIES).doesNotHaveDuplicates();
    }

    private void push(World world, Website site) {
        ObjectNode entries = Json.object();
        for (int number = 0; number < ENTRIES; number++) {
            entries.putObject("%012x".formatted(number)).put("text", "t".repeat(400_000));
        }
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        clone.write(".cms/models/many.json", """
                        { "id": "many", "name": "Many", "kind": "collection", "domain": "site", "i18n": false,
                          "fields": { "text": { "type": "text" } } }
                        """).write(".cms/content/site/many/data.json", entries.toString());
        clone.commit("many long entries");
        clone.git("push", "--quiet");
        eventually("the entries", () -> site.get(FILE).status() == 200);
    }
}
