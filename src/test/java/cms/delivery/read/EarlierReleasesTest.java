package cms.delivery.read;

import static org.assertj.core.api.Assertions.assertThat;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.serve.Entity;
import cms.delivery.serve.PackPosition;
import cms.delivery.serve.Release;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EarlierReleasesTest {
    private static final int BODY_BYTES = 64 << 20;

    /** Shown to fail where the number of files alone bounds them: a file each, and no memory is left after some. */
    @Tag("large")
    @Test
    void keptReleasesThatAreReadDoNotFillTheHeap() {
        EarlierReleases kept = new EarlierReleases(new Source());
        long more = 2 * Runtime.getRuntime().maxMemory() / BODY_BYTES;
        for (int number = 0; number < more; number++) {
            assertThat(kept.first("p", "%064x".formatted(number))).isPresent();
        }
    }

    private static final class Source implements EarlierReleases.Source {
        @Override
        public Release first(String projectId, String commitSha) {
            return release(commitSha);
        }

        @Override
        public Optional<String> newestBuild(String projectId, String commitSha) {
            return Optional.empty();
        }

        @Override
        public Release ofBuild(String projectId, String buildId) {
            return release(buildId);
        }
    }

    private static Release release(String commit) {
        Entity file = new Entity(DeliveredBytes.stored(commit, ByteBuffer.allocate(BODY_BYTES)), PackPosition.NOWHERE);
        return new Release(
                "b", "main", commit, Instant.EPOCH, Optional.empty(), Map.of("f.json", file), Map.of(), Set.of());
    }
}
