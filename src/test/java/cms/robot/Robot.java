package cms.robot;

import cms.App;
import cms.access.Acted;
import cms.access.AllowedLocales;
import cms.access.Author;
import cms.access.KeyRole;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.StatusRequest;
import cms.content.api.WriteOptions;
import cms.content.api.Written;
import cms.format.EntryStatus;
import cms.git.CommitId;
import cms.platform.db.Tx;
import cms.platform.idempotency.IdempotencyKey;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.DecisionOptions;
import cms.review.Reviews;
import cms.review.submit.Change;
import cms.testing.World;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A room that is no part of the product: it holds a key of a project and calls the verbs, without a request. */
final class Robot {
    static final String KEY = "5f0c";

    private final App.Doors doors;
    private final ProjectAccess place;
    private final Author author;

    Robot(App.Doors doors, Project project, KeyRole role, List<String> models, List<String> locales, String makerId) {
        this.doors = doors;
        this.place = doors.projects()
                .access()
                .ofKey(project, role, AllowedModels.only(models), AllowedLocales.only(locales));
        this.author = Author.ofKey(Author.Origin.MCP, KEY, makerId, "mcp_key:" + KEY);
    }

    ProjectAccess place() {
        return place;
    }

    Author author() {
        return author;
    }

    static ObjectNode entry(String id, String title) {
        ObjectNode data = Json.object();
        data.putObject(id).put("title", title).put("slug", id);
        return data;
    }

    Written<SaveReport> save(WriteOptions options, String model, String locale, ObjectNode data) {
        return doors.content().save(place, author, options, SaveRequest.of(model, Optional.of(locale), data));
    }

    Written<StatusRequest> publish(String model, String locale, String id) {
        return doors.content()
                .changeStatus(
                        place,
                        author,
                        WriteOptions.none(),
                        new StatusRequest(model, Optional.of(locale), List.of(id), EntryStatus.PUBLISHED));
    }

    EntryPage list(String model, String locale) {
        return doors.content().list(place, EntryQuery.of(model, Optional.of(locale), 100));
    }

    Reviews.Difference difference(String branch) {
        return doors.changes().reviews().difference(place, branch, difference -> difference);
    }

    Change revert(List<CommitId> commits) {
        return doors.changes().reviews().revert(place, author, commits, DecisionOptions.none());
    }

    /** A tool call: carried out once for one key. */
    CommitId saveOnce(String key, String model, ObjectNode data) {
        var call = new IdempotencyKey(author.id(), "tool save", key, data.toString());
        return save(WriteOptions.none().marked(call.mark()), model, "en", data)
                .change()
                .orElseThrow()
                .commit()
                .id();
    }

    /** A write of rows, of which nobody but the robot can tell. */
    void did(String action, World world, String record) {
        doors.rows().writing(tx -> {
            announce(tx, action, world, record);
        });
    }

    void failsToDo(String action, World world, String record) {
        doors.rows().writing(tx -> {
            announce(tx, action, world, record);
            throw new IllegalStateException("the write fails");
        });
    }

    private void announce(Tx tx, String action, World world, String record) {
        doors.news().announce(tx, new Acted(author, action, "media", record, world.workspaceId(), world.projectId()));
    }
}
