package cms.agent.wire;

import cms.agent.model.AgentLimits;
import cms.agent.model.ModelListener;

/**
 * Passes the parts of a reply on to a listener. A reply that broke off after a few words may be requested again once:
 * repeated words are not shown twice, and different ones begin on a new line.
 */
final class ResumedReply implements ModelListener {
    private final ModelListener to;
    private final StringBuilder shown = new StringBuilder();
    private final StringBuilder again = new StringBuilder();
    private boolean called;
    private boolean repeats;
    private boolean wasCut;

    ResumedReply(ModelListener to) {
        this.to = to;
    }

    /** Whether the reply may be requested again; called each time that it broke off. */
    boolean mayBeginAgain() {
        if (called || wasCut || shown.length() >= AgentLimits.CUT_CHARS_MAX) {
            return false;
        }
        wasCut = !shown.isEmpty();
        repeats = wasCut;
        return true;
    }

    @Override
    public void text(String delta) {
        if (!repeats) {
            shown.append(delta);
            to.text(delta);
            return;
        }
        again.append(delta);
        int common = Math.min(again.length(), shown.length());
        boolean same = again.substring(0, common).contentEquals(shown.substring(0, common));
        if (same && again.length() <= shown.length()) {
            return;
        }
        repeats = false;
        to.text(same ? again.substring(common) : "\n\n" + again);
    }

    @Override
    public void call(String id, String name) {
        called = true;
        to.call(id, name);
    }
}
