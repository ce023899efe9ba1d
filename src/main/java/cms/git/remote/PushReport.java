package cms.git.remote;

import java.util.Map;

/**
 * The host's report about a push that it has handled.
 *
 * @param unpacked false when the host could not use the objects
 * @param refused refs that it did not move, with its messages, which are only for people
 */
public record PushReport(boolean unpacked, Map<String, String> refused) {
    public PushReport {
        refused = Map.copyOf(refused);
    }

    public boolean isTaken() {
        return unpacked && refused.isEmpty();
    }
}
