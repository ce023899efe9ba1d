package cms.git.remote;

import java.util.Map;

/**
 * What the host says about a push that it has worked off.
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
