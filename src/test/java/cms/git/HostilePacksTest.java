package cms.git;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.HostilePack;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Pushes of some bytes or kilobytes that would become more than the heap: each is refused before room is made for it.
 */
final class HostilePacksTest {
    private static final int MEGABYTE = 1_000_000;

    /** Twelve of them are more than what all packs together may take. */
    private static final int LARGE =
            (int) Math.min(90L * MEGABYTE, Runtime.getRuntime().maxMemory() / 20);

    @Test
    void whatWouldBecomeMoreThanTheHeapIsRefusedWithASentence() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Map<byte[], String> packs = new LinkedHashMap<>();
            packs.put(HostilePack.announcing(2_000_000_000), "MiB of memory");
            packs.put(HostilePack.longCommit(99 * MEGABYTE), "larger than 16 MiB");
            packs.put(HostilePack.chain(LARGE, 12), "MiB of memory");
            packs.put(HostilePack.namedChain(LARGE, 12), "MiB of memory");
            packs.forEach((pack, why) -> assertThat(HostilePack.push(world.ada(), world.repository(), pack))
                    .contains("unpack ")
                    .contains(why)
                    .doesNotContain("unpack ok"));
        }
    }

    @Test
    void largeFilesThatAreMadeFromOneAnotherAreTaken() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            assertThat(HostilePack.push(world.ada(), world.repository(), HostilePack.chain(3 * MEGABYTE, 4)))
                    .contains("unpack ok", "ok refs/heads/hostile");
            assertThat(HostilePack.push(world.ada(), world.repository(), HostilePack.namedChain(MEGABYTE, 2)))
                    .contains("unpack ok");
        }
    }
}
