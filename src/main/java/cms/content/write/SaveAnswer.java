package cms.content.write;

import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.git.Commit;
import cms.git.FileChange;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.json.Json;
import cms.review.submit.Change;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer of a content write: one shape, whether it was written or not (spec 4.8). */
public final class SaveAnswer {
    private static final String STRICT = "handling=strict";

    private SaveAnswer() {}

    public static ObjectNode of(Written<SaveReport> written) {
        return of(written, written.report().findings());
    }

    /** The answer to a write that has its own kind of report. */
    public static ObjectNode of(Written<?> written, List<Finding> findings) {
        Optional<Change> change = written.change();
        ObjectNode json = Json.object().put("branch", change.map(Change::branch).orElse(""));
        json.set("commit", change.map(Change::commit).map(SaveAnswer::commit).orElseGet(SaveAnswer::noCommit));
        json.set("diff", diff(written.diff()));
        ObjectNode validation = json.putObject("validation").put("valid", Finding.valid(findings));
        findings.stream().map(Finding::json).forEach(validation.putArray("errors")::add);
        json.put("merged", written.merged());
        json.put("workflow", written.workflow().wireName());
        json.put("pullRequestUrl", change.map(Change::pullRequestUrl).orElse(null));
        return withDivergence(json, written);
    }

    /** Adds {@code defaultBranch: "diverged"} where what was written does not reach the default branch. */
    public static ObjectNode withDivergence(ObjectNode json, Written<?> written) {
        written.change().ifPresent(change -> change.addDivergence(json));
        return json;
    }

    /**
     * The answer with that body: 200, or 422 for a refused write whose caller prefers an error status ({@code Prefer:
     * handling=strict}, RFC 7240). The body is the same.
     */
    public static Answer answer(Request request, Written<?> written, ObjectNode json) {
        boolean strict = request.headers("Prefer").stream()
                .flatMap(header -> Arrays.stream(header.split("[,;]")))
                .anyMatch(wanted -> wanted.strip().equalsIgnoreCase(STRICT));
        Answer answer = Answer.json(strict && written.status() == Written.Status.REFUSED ? 422 : 200, json);
        return strict ? answer.withHeader("Preference-Applied", STRICT) : answer;
    }

    /** The commit that was written; null where none was. */
    public static @Nullable String sha(Written<?> written) {
        return written.change().map(change -> change.commit().id().sha()).orElse(null);
    }

    private static ObjectNode commit(Commit commit) {
        return commit(
                commit.id().sha(),
                commit.message(),
                Json.object()
                        .put("name", commit.author().name())
                        .put("email", commit.author().email()),
                commit.author().time().toString());
    }

    private static ObjectNode noCommit() {
        return commit("", "", Json.object().put("name", "").put("email", ""), "");
    }

    private static ObjectNode commit(String sha, String message, ObjectNode author, String timestamp) {
        ObjectNode json = Json.object().put("sha", sha).put("message", message);
        json.set("author", author);
        return json.put("timestamp", timestamp);
    }

    private static ArrayNode diff(List<FileChange> changes) {
        ArrayNode list = Json.object().putArray("diff");
        changes.forEach(change -> list.addObject()
                .put("path", change.path())
                .put("status", change.status().name().toLowerCase(Locale.ROOT)));
        return list;
    }
}
