package cms.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers over HTTP while real builds replace one release by the next. */
@Tag("rows")
@Timeout(300)
class ReleaseAtomicityTest {
    /** {@code bin/torture} takes 200. */
    private static final int RELEASES = Integer.getInteger("cms.releases", 25);

    private static final int READERS = 3;

    /**
     * Between two passes, far less than the time between two releases: readers without a rest took a machine with one
     * core from the database for so long that no build came to its end.
     */
    private static final long BREATH_NANOS = 500_000;

    private static final String FILE = "content/home/en.json";
    private static final String BUNDLE = "_bundle/en.json";
    private static final Pattern NUMBER = Pattern.compile("Headline number (\\d+)");

    /** Shown to fail where the files of a release become current one after the other, five milliseconds apart. */
    @Tag("large")
    @Test
    void noReaderSeesAFileOfOneReleaseBetweenTwoLooksAtAnother() throws Exception {
        try (TestApp app = TestApp.start(Map.of("CMS_DELIVERY_RATE_PER_HOUR", "100000000"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            World world = World.blog(app);
            Website site = Website.of(world);
            site.headline(world, "Headline number 0");
            AtomicBoolean going = new AtomicBoolean(true);
            List<Future<Integer>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                readers.add(threads.submit(() -> {
                    int passes = 0;
                    for (; going.get(); passes++) {
                        pass(site);
                        LockSupport.parkNanos(BREATH_NANOS);
                    }
                    return passes;
                }));
            }
            try {
                for (int release = 1; release <= RELEASES; release++) {
                    String commit = site.headline(world, "Headline number " + release);
                    assertThat(number(site, "@" + commit + "/" + FILE)).isEqualTo(release);
                    assertThat(number(site, "@" + commit + "/" + BUNDLE)).isEqualTo(release);
                }
            } finally {
                going.set(false);
            }
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
    }

    /** Both hold the same text, so whichever is looked at later cannot be older. */
    private static void pass(Website site) {
        int before = number(site, BUNDLE);
        int between = number(site, FILE);
        int after = number(site, BUNDLE);
        assertThat(between).isBetween(before, after);
    }

    private static int number(Website site, String path) {
        Matcher found = NUMBER.matcher(site.get(path).is(200).text());
        assertThat(found.find()).isTrue();
        return Integer.parseInt(found.group(1));
    }
}
