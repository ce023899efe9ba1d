package cms.durability;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Something that the commits of a repository tell.
 *
 * @param source the commit that tells of it
 * @param kind {@code SAVED}, {@code OPENED}, {@code LANDED}, {@code PUSHED}, ...
 * @param number its place among those that the commit tells of
 */
record StoredFact(String source, String kind, int number, String branch) {
    /** The id that it has everywhere: made from the commit, so that whoever hears it twice knows it (decision 23). */
    String id(String projectId) {
        String name = String.join("\n", projectId, source, kind, Integer.toString(number));
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** As listeners are told it. */
    String news() {
        return switch (kind) {
            case "SAVED", "LANDED" -> "landed " + branch;
            case "OPENED" -> "opened " + branch;
            default -> kind + " " + branch;
        };
    }
}
