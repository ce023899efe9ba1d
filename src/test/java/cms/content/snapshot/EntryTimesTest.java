package cms.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Seeds;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Times that share what did not change are those that a copy of all of them would be. */
final class EntryTimesTest {
    private static final int LANDINGS = 200;
    private static final int ENTRIES = 600;

    /** Shown to fail when what is gone stays among the many, and when the newest of the many is not looked at. */
    @Test
    void whatFewLandingsChangedStandsOverWhatManyLeft() {
        long seed = Seeds.next();
        Random random = new Random(seed);
        Map<String, EntryTime> copy = new HashMap<>();
        Map<String, EntryTime> times = Map.of();
        for (int landing = 0; landing < LANDINGS; landing++) {
            Instant now = Instant.ofEpochSecond(landing);
            Map<String, EntryTime> before = times;
            Map<String, EntryTime> copyBefore = Map.copyOf(copy);
            EntryTimes.TimesUpdate change = new EntryTimes.TimesUpdate(times);
            for (int entry = 0; entry < 1 + random.nextInt(8); entry++) {
                String id = "e" + random.nextInt(ENTRIES);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        change.remove(id);
                        copy.remove(id);
                    }
                    case 1 -> {
                        change.update(id, now);
                        copy.computeIfPresent(id, (same, time) -> time.updatedAt(now));
                    }
                    default -> {
                        EntryTime came = new EntryTime(now, now, "ada@example.com");
                        change.put(id, came);
                        copy.put(id, came);
                    }
                }
            }
            times = change.done();
            String where = "seed " + seed + ", landing " + landing;
            assertThat(times).as(where).isEqualTo(copy).hasSameSizeAs(copy);
            assertThat(before).as(where + ", what was before").isEqualTo(copyBefore);
            Instant then = Instant.ofEpochSecond(random.nextInt(landing + 1));
            assertThat(EntryTimes.of(times).updatedAfter(then))
                    .as(where)
                    .containsExactlyInAnyOrderElementsOf(copy.keySet().stream()
                            .filter(id -> copy.get(id).updated().isAfter(then))
                            .toList());
        }
    }
}
