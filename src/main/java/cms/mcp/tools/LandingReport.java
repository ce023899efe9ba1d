package cms.mcp.tools;

import cms.content.api.Written;
import cms.platform.json.Json;
import cms.review.submit.Change;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The report of every writing tool about its commit, which is called a change that waits for review (spec 4.11). */
final class LandingReport {
    private LandingReport() {}

    static String status(Written<?> written) {
        return written.status().name().toLowerCase(Locale.ROOT);
    }

    static @Nullable String branch(Written<?> written) {
        return written.change().map(Change::branch).orElse(null);
    }

    /** Adds {@code git { branch, action, landed, workflow, commit }} where something was committed. */
    static ObjectNode add(ObjectNode json, Written<?> written) {
        written.change()
                .ifPresent(change -> json.set(
                        "git",
                        Json.object()
                                .put("branch", change.branch())
                                .put("action", "pending-review")
                                .put("landed", change.merged())
                                .put("workflow", change.workflow().wireName())
                                .put("commit", change.commit().id().sha())));
        return json;
    }

    /** Adds whether the write has landed, and which call comes next. */
    static ObjectNode addNext(ObjectNode json, Written<?> written) {
        json.put("context_updated", written.merged());
        String next = switch (written.status()) {
            case COMMITTED -> "A person can take this back: history, revert of the commit.";
            case DRY_RUN -> "Repeat the call without dry_run to store it.";
            case UNCHANGED, REFUSED -> "Nothing has to be done: all of it is stored already.";
        };
        json.putArray("next_steps").add(next);
        return json;
    }

    /** A sentence for the model about the outcome and the branch of the write. */
    static String message(Written<?> written, String done) {
        return written.change()
                .map(change -> done + " It stands on " + change.branch() + " (pending-review)"
                        + (change.merged() ? " and has landed." : " and waits for a reviewer."))
                .orElse(
                        written.status() == Written.Status.DRY_RUN
                                ? "Nothing was stored: dry_run."
                                : "Nothing has changed.");
    }
}
