package cms.webhooks.event;

import cms.access.Author;
import cms.delivery.BuildFinished;
import cms.forms.FormSubmitted;
import cms.media.AssetUploaded;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.json.Json;
import cms.review.BranchNews;
import cms.review.BranchNews.BranchMerged;
import cms.review.BranchNews.BranchRejected;
import cms.review.BranchNews.ChangeOpened;
import cms.review.BranchNews.ChangeUpdated;
import cms.review.BranchNews.ContentChanged;
import cms.review.submit.Operation;
import cms.webhooks.endpoint.EventKind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Publishes events about commits, builds, submissions and uploads to receivers (spec 6.3). */
public final class ContentEvents {
    /** Most entries that a commit names. */
    private static final int ENTRIES_NAMED = 500;

    private static final int SUBMITTED_BYTES_MAX = 64 * 1024;
    private static final String PUSH = "push";

    private final FanOut fanOut;
    private final InstantSource clock;

    public ContentEvents(FanOut fanOut, InstantSource clock) {
        this.fanOut = fanOut;
        this.clock = clock;
    }

    public void listen(Announcements announcements) {
        announcements.within(ChangeOpened.class, (tx, news) -> written(tx, news, news.sha(), false));
        announcements.within(ChangeUpdated.class, (tx, news) -> written(tx, news, news.sha(), false));
        announcements.within(ContentChanged.class, this::changed);
        announcements.within(BranchMerged.class, (tx, news) -> branch(tx, EventKind.BRANCH_MERGED, news, news.sha()));
        announcements.within(
                BranchRejected.class, (tx, news) -> branch(tx, EventKind.BRANCH_REJECTED, news, news.sha()));
        announcements.within(BuildFinished.class, this::built);
        announcements.within(FormSubmitted.class, this::submitted);
        announcements.within(AssetUploaded.class, this::uploaded);
    }

    private void uploaded(Tx tx, AssetUploaded news) {
        ObjectNode data = Json.object()
                .put("assetId", news.assetId())
                .put("filename", news.filename())
                .put("contentType", news.contentType())
                .put("size", news.size())
                .put("path", news.path());
        Instant at = Instant.ofEpochMilli(news.atMillis());
        fanOut.publish(tx, new Event(EventKind.MEDIA_UPLOADED, news.projectId(), at, List.of(), data));
    }

    /** Publishes a submission, with its values as far as they are short (spec 6.3). */
    private void submitted(Tx tx, FormSubmitted news) {
        ObjectNode data = Json.object()
                .put("submissionId", news.submissionId())
                .put("modelId", news.modelId())
                .put("status", news.status());
        if (Json.bytes(news.data()).length <= SUBMITTED_BYTES_MAX) {
            data.set("data", news.data());
        } else {
            data.put("truncated", true);
        }
        Instant at = Instant.ofEpochMilli(news.atMillis());
        fanOut.publish(tx, new Event(EventKind.FORM_SUBMITTED, news.projectId(), at, List.of(news.modelId()), data));
    }

    private void changed(Tx tx, ContentChanged news) {
        if (news.atOnce()) {
            written(tx, news, news.sha(), true);
        } else if (news.branch().isEmpty()) {
            BranchNews.About about = news.about();
            ObjectNode data = data(about.by(), "git", null, true, news.sha());
            String commits = news.before() + " " + news.sha();
            fanOut.publish(
                    tx, new Event(EventKind.CONTENT_SAVED, about.projectId(), about.at(), List.of(), data, commits));
        }
    }

    private void written(Tx tx, BranchNews news, String sha, boolean merged) {
        BranchNews.About about = news.about();
        kind(about.by().kind()).ifPresent(kind -> {
            List<String> models = models(about.by());
            ObjectNode data = data(about.by(), source(about.by()), news.branch(), merged, sha);
            fanOut.publish(tx, new Event(kind, about.projectId(), about.at(), models, data));
        });
    }

    private static Optional<EventKind> kind(Operation.Kind done) {
        return switch (done) {
            case SETTINGS -> Optional.empty();
            case MODEL -> Optional.of(EventKind.MODEL_SAVED);
            case DELETION -> Optional.of(EventKind.CONTENT_DELETED);
            case SAVE, STATUS, SCHEDULE, CONTENT, BRANCH, UNDO -> Optional.of(EventKind.CONTENT_SAVED);
        };
    }

    private static ObjectNode data(
            BranchNews.By by, String source, @Nullable String branch, boolean merged, String commit) {
        ObjectNode data = Json.object();
        data.putArray("models");
        models(by).forEach(model -> data.withArray("models").add(model));
        data.put("locale", by.locale().isEmpty() ? null : by.locale());
        data.putArray("entries");
        by.entries().forEach(entry -> data.withArray("entries").add(entry));
        data.put("operation", by.tool().isEmpty() ? PUSH : by.tool())
                .put("source", source)
                .put("branch", branch)
                .put("merged", merged)
                .put("commit", commit)
                .put("actor", by.userId().isEmpty() ? null : by.userId());
        if (by.entries().size() >= ENTRIES_NAMED) {
            data.put("truncated", true);
        }
        return data;
    }

    /**
     * The way by which a change was made: {@code api}, {@code conversation}, {@code mcp}, {@code form} or {@code git}.
     */
    private static String source(BranchNews.By by) {
        if (by.tool().equals(PUSH) || by.userId().isEmpty()) {
            return "git";
        }
        return switch (by.origin().orElse(Author.Origin.APP)) {
            case APP, CLI, KEY -> "api";
            case AGENT, CONVERSATION -> "conversation";
            case MCP -> "mcp";
            case FORM -> "form";
            case GIT -> "git";
        };
    }

    private static List<String> models(BranchNews.By by) {
        return by.model().isEmpty() ? List.of() : List.of(by.model());
    }

    /** Publishes the end of a change. Its models are read from Git before the delivery, as it may be about several. */
    private void branch(Tx tx, EventKind kind, BranchNews news, String commit) {
        BranchNews.About about = news.about();
        ObjectNode data = Json.object().put("branch", news.branch()).put("commit", commit);
        data.putArray("models");
        data.put("actor", about.by().userId().isEmpty() ? null : about.by().userId());
        fanOut.publish(tx, new Event(kind, about.projectId(), about.at(), List.of(), data, commit));
    }

    private void built(Tx tx, BuildFinished build) {
        ObjectNode data = Json.object()
                .put("buildId", build.buildId())
                .put("status", build.status())
                .put("filesUploaded", build.filesUploaded())
                .put("durationMs", build.durationMs())
                .put("error", build.error());
        fanOut.publish(tx, new Event(EventKind.BUILD_COMPLETE, build.projectId(), clock.instant(), List.of(), data));
    }
}
