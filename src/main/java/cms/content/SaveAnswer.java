package cms.content;

import cms.content.check.Finding;
import cms.git.Commit;
import cms.git.FileChange;
import cms.platform.json.Json;
import cms.review.Change;
import cms.review.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer of a content write: one shape, whether it was written or not (spec 4.8). */
final class SaveAnswer {
    private SaveAnswer() {}

    static ObjectNode of(Outcome<Save.Report> outcome) {
        Optional<Change> change = switch (outcome) {
            case Outcome.Submitted<Save.Report> submitted -> Optional.of(submitted.change());
            case Outcome.Refused<Save.Report> refused -> Optional.empty();
        };
        Save.Report report = outcome.report();
        ObjectNode json = Json.object().put("branch", change.map(Change::branch).orElse(""));
        json.set("commit", change.map(Change::commit).map(SaveAnswer::commit).orElseGet(SaveAnswer::noCommit));
        json.set("diff", diff(change.map(Change::diff).orElse(List.of())));
        ObjectNode validation = json.putObject("validation").put("valid", report.valid());
        report.findings().stream().map(Finding::json).forEach(validation.putArray("errors")::add);
        json.put("merged", change.map(Change::merged).orElse(false));
        json.put(
                "workflow",
                change.map(Change::workflow).orElse(report.workflow()).wireName());
        return json.put("pullRequestUrl", change.map(Change::pullRequestUrl).orElse(null));
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
