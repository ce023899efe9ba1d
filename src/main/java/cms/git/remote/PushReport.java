package cms.git.remote;

import java.util.Map;

/**
 * The host's report about a push that it has handled.
 *
 * @param unpacked false when it could not use the objects
 * @param refused the refs that it did not move, with its words, which are for people alone
 */
public record PushReport(boolean unpacked, Map<String, String> refused) {
    public PushReport {
        refused = Map.copyOf(refused);
    }

    public boolean isTaken() {
        return unpacked && refused.isEmpty();
    }
}
