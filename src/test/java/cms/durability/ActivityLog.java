package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Person;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The log of a workspace as it is read page by page, and what was in it before anybody wrote content. */
final class ActivityLog {
    private static final int PAGE_LINES = 100;

    private final String path;
    private final Map<String, String> known = new HashMap<>();
    private final Set<String> ofRows = new HashSet<>();

    ActivityLog(String p) {
        this.path = p + "/activity";
    }

    /** Lines that are there already tell of rows. */
    void begin(Person ada) {
        read(ada, true);
        ofRows.addAll(known.keySet());
    }

    /**
     * The log has one line for each fact and no other one.
     *
     * @param facts ids that facts of Git have in the log
     * @param all reads the whole log, not only what is new
     */
    void tells(Person ada, Set<String> facts, boolean all) {
        int total = read(ada, all);
        assertThat(known.keySet()).as("facts without a line in the log").containsAll(facts);
        Set<String> more = new HashSet<>(known.keySet());
        more.removeAll(facts);
        more.removeAll(ofRows);
        assertThat(more.stream().map(known::get))
                .as("lines in the log about nothing that is in Git")
                .isEmpty();
        assertThat(total).as("lines in the log").isEqualTo(known.size());
    }

    private int read(Person ada, boolean all) {
        Set<String> seen = new HashSet<>();
        int total = 0;
        boolean fresh = true;
        for (int page = 1; fresh && (page == 1 || seen.size() < total); page++) {
            JsonNode json = ada.http()
                    .get(path + "?sort=newest&limit=" + PAGE_LINES + "&page=" + page)
                    .is(200)
                    .json();
            total = json.get("total").asInt();
            int before = known.size();
            for (JsonNode line : json.get("data")) {
                String id = line.get("id").asString();
                assertThat(seen.add(id))
                        .as("a line that is there twice: %s", line)
                        .isTrue();
                known.put(id, line.toString());
            }
            fresh = all || known.size() > before;
        }
        return total;
    }
}
