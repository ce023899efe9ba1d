package cms.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What two versions do not share is what a look at each name finds, in whatever order the names stand. */
final class ChangedMembersTest {
    private static final int STEPS = 2_000;

    private final long seed = Seeds.next();
    private final Random random = new Random(seed);

    @Test
    void findsWhatALookAtEachNameFinds() {
        ObjectNode before = Json.object();
        for (int step = 0; step < STEPS; step++) {
            ObjectNode after = edited(before);
            ObjectNode old = before;
            Set<String> names = new HashSet<>(before.propertyNames());
            names.addAll(after.propertyNames());
            names.removeIf(name -> old.get(name) == after.get(name));

            ChangedMembers changed = ChangedMembers.between(before, after);

            assertThat(changed.names()).as("seed " + seed + ", step " + step).isEqualTo(names);
            assertThat(changed.sameNames())
                    .as("seed " + seed + ", step " + step)
                    .isEqualTo(List.copyOf(before.propertyNames()).equals(List.copyOf(after.propertyNames())));
            before = after;
        }
    }

    private ObjectNode edited(ObjectNode before) {
        List<String> names = new ArrayList<>(before.propertyNames());
        if (random.nextInt(4) == 0) {
            Collections.shuffle(names, random);
        }
        ObjectNode after = Json.object();
        names.forEach(name -> after.set(name, before.get(name)));
        for (int edit = random.nextInt(3); edit > 0; edit--) {
            String name = "n" + random.nextInt(9);
            if (random.nextInt(3) == 0) {
                after.remove(name);
            } else {
                after.set(name, random.nextInt(4) == 0 ? null : Json.object());
            }
        }
        return after;
    }
}
