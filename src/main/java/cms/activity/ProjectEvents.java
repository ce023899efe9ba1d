package cms.activity;

import cms.content.Snapshots;
import cms.delivery.Delivery;
import cms.git.CommitId;
import cms.media.MediaFiles;
import cms.platform.compute.Compute;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.live.LiveEvent;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.BranchNews;
import cms.review.BranchNews.BranchMerged;
import cms.review.BranchNews.BranchPushed;
import cms.review.BranchNews.BranchRejected;
import cms.review.BranchNews.BranchRemoved;
import cms.review.BranchNews.ChangeOpened;
import cms.review.BranchNews.ChangeUpdated;
import cms.review.BranchNews.ContentChanged;
import cms.review.BranchNews.DefaultBranchMoved;
import cms.review.Changes;
import cms.review.Reviews;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** The events of one project from any position on, for its streams; the same position gives the same events. */
final class ProjectEvents {
    private static final String SNAPSHOT = "snapshot";

    private static final String ASSET = "asset.changed";

    private final Supplier<Project> projects;
    private final Changes changes;
    private final Snapshots snapshots;
    private final Delivery delivery;
    private final MediaFiles assets;
    private final Compute compute;

    ProjectEvents(Supplier<Project> projects, NewsSources from) {
        this.projects = projects;
        this.changes = from.changes();
        this.snapshots = from.snapshots();
        this.delivery = from.delivery();
        this.assets = from.assets();
        this.compute = from.compute();
    }

    /**
     * An event that has not been filtered for a listener yet; {@code json} is the build itself where it is no news of
     * review.
     */
    private record Item(EventPlace place, Optional<BranchNews> news, ObjectNode json) {}

    /** The events since a position; each listener gets those of models that it may read. */
    final class EventPage {
        private final Project project;
        private final List<Item> items;
        private final EventPlace end;

        private EventPage(Project project, List<Item> items, EventPlace end) {
            this.project = project;
            this.items = items;
            this.end = end;
        }

        EventPlace end() {
            return end;
        }

        boolean isEmpty() {
            return items.isEmpty();
        }

        /**
         * The events for a listener; for one with a list of models they are looked for in a turn of the workspace, as
         * many commits may have to be compared.
         *
         * @throws Failure UNAVAILABLE where that takes too long
         */
        List<LiveEvent> shownTo(AllowedModels models) {
            return models.isAll() || items.isEmpty()
                    ? shown(models)
                    : new NewsTurn(compute, project.workspaceId()).run(() -> shown(models));
        }

        /**
         * Several events may have one position; only the last of them has it as its id, so that a client that resumes
         * there has received all of them.
         */
        private List<LiveEvent> shown(AllowedModels models) {
            List<LiveEvent> events = new ArrayList<>();
            List<Item> shown = items.stream()
                    .filter(item -> isShown(project, item, models))
                    .toList();
            for (int i = 0; i < shown.size(); i++) {
                Item item = shown.get(i);
                if (item.news().orElse(null) instanceof ContentChanged content
                        && content.atOnce()
                        && isNamedTo(content, models)) {
                    events.add(LiveEvent.of(landed(content, content.sha())));
                }
                boolean last =
                        i + 1 == shown.size() || !shown.get(i + 1).place().equals(item.place());
                events.add(
                        last
                                ? LiveEvent.of(item.place().id(), event(project, item, models))
                                : LiveEvent.of(event(project, item, models)));
            }
            return events;
        }
    }

    /**
     * Whether the caller may see the branch name of a landing. Everybody sees that of a change of settings; any other
     * may name a hidden model, even where the change altered something visible.
     */
    private static boolean isNamedTo(ContentChanged landed, AllowedModels models) {
        return landed.about().by().kind() == Operation.Kind.SETTINGS || Reviews.isVisible(landed.branch(), models);
    }

    private boolean isShown(Project project, Item item, AllowedModels models) {
        return item.news()
                .map(news -> changes.news().shows(project, news, models))
                .orElseGet(() -> Delivery.isShown(item.json(), models));
    }

    EventPlace now() {
        Project project = projects.get();
        return new EventPlace(changes.news().place(project), lastEnded(project), assets.revision(project.id()));
    }

    long assetsNow() {
        return assets.revision(projects.get().id());
    }

    /** The events of content and builds since a position, as those of assets are not stored; empty if it is unknown. */
    Optional<EventPage> since(EventPlace from) {
        Project project = projects.get();
        return changes.news()
                .since(project, from.commits())
                .flatMap(published -> ended(project, from.build(), Optional.empty())
                        .map(built -> page(project, from, published, built)));
    }

    /** The same up to another position, without what has happened after it. */
    Optional<EventPage> between(EventPlace from, EventPlace until) {
        Project project = projects.get();
        return changes.news()
                .between(project, from.commits(), until.commits())
                .flatMap(published -> ended(project, from.build(), Optional.of(until.build()))
                        .map(built -> page(project, from, published, built)));
    }

    private EventPage page(
            Project project, EventPlace from, List<BranchNews.Published> published, List<ObjectNode> built) {
        List<Item> items = new ArrayList<>();
        EventPlace at = from;
        for (BranchNews.Published one : published) {
            at = new EventPlace(one.place(), at.build(), at.assets());
            Optional<ObjectNode> json = json(one.news());
            if (json.isPresent()) {
                items.add(new Item(at, Optional.of(one.news()), json.get()));
            }
        }
        for (ObjectNode build : built) {
            at = new EventPlace(at.commits(), id(build), at.assets());
            items.add(new Item(at, Optional.empty(), build));
        }
        return new EventPage(project, items, at);
    }

    private String lastEnded(Project project) {
        return delivery.endedBuilds(project).stream()
                .findFirst()
                .map(ProjectEvents::id)
                .orElse("");
    }

    /** The builds that ended after one, oldest first, up to another; empty when one is not listed (any more). */
    private Optional<List<ObjectNode>> ended(Project project, String after, Optional<String> until) {
        List<ObjectNode> ended = delivery.endedBuilds(project);
        List<String> ids = ended.stream().map(ProjectEvents::id).toList();
        int known = index(ids, after);
        int newest = until.map(id -> index(ids, id)).orElse(0);
        return known < 0 || newest < 0
                ? Optional.empty()
                : Optional.of(ended.subList(Math.min(newest, known), known).reversed());
    }

    /** The index of a build, negative when it is not listed; that behind all of them for none. */
    private static int index(List<String> ids, String id) {
        return id.isEmpty() ? ids.size() : ids.indexOf(id);
    }

    private static String id(ObjectNode build) {
        return build.get("id").asString();
    }

    /** The event that tells a client whose position is unknown to read everything anew. */
    LiveEvent reset(EventPlace at) {
        return LiveEvent.of(at.id(), Json.object().put("type", "reset"));
    }

    /** The same for a listener that sees other models from now on, wherever it is among the events. */
    static LiveEvent reset() {
        return LiveEvent.of(Json.object().put("type", "reset"));
    }

    /** The event that any asset may have changed, so that a client reads their list anew. */
    static LiveEvent anyAsset(EventPlace at) {
        return LiveEvent.of(at.id(), Json.object().put("type", ASSET));
    }

    /** @param at empty while an earlier change was not received, which a client that resumes here would miss */
    static LiveEvent asset(String assetId, Optional<EventPlace> at) {
        ObjectNode json = Json.object().put("type", ASSET).put("assetId", assetId);
        return at.map(place -> LiveEvent.of(place.id(), json)).orElseGet(() -> LiveEvent.of(json));
    }

    private ObjectNode event(Project project, Item item, AllowedModels models) {
        return item.news().isPresent() ? tagged(project, item.json(), models) : finished(project, item.json(), models);
    }

    private ObjectNode tagged(Project project, ObjectNode json, AllowedModels models) {
        if (!json.path("type").asString().equals(SNAPSHOT)) {
            return json;
        }
        CommitId commit = new CommitId(json.get("commit").asString());
        return json.deepCopy()
                .put("commit", snapshots.shownCommit(project, commit, models).sha())
                .put("tag", snapshots.entityTag(project, commit, models));
    }

    /** The event for an announcement; empty for kinds that are not sent. */
    private static Optional<ObjectNode> json(BranchNews news) {
        return switch (news) {
            case ChangeOpened opened -> Optional.of(change("change.opened", opened, opened.sha()));
            case ChangeUpdated updated -> Optional.of(change("change.updated", updated, updated.sha()));
            case BranchMerged merged -> Optional.of(landed(merged, merged.sha()));
            case BranchRejected rejected -> Optional.of(rejected(rejected));
            case ContentChanged content ->
                Optional.of(Json.object().put("type", SNAPSHOT).put("commit", content.sha()));
            case BranchRemoved removed -> Optional.empty();
            case BranchPushed pushed -> Optional.empty();
            case DefaultBranchMoved moved -> Optional.empty();
        };
    }

    private static ObjectNode landed(BranchNews news, String sha) {
        return change("change.landed", news, sha);
    }

    private static ObjectNode rejected(BranchRejected news) {
        ObjectNode json = change("change.rejected", news, news.sha());
        return news.reason() == null ? json : json.put("reason", news.reason());
    }

    private static ObjectNode change(String type, BranchNews news, String sha) {
        BranchNews.About about = news.about();
        ObjectNode json = Json.object()
                .put("type", type)
                .put("branch", news.branch())
                .put("sha", sha)
                .put("actor", about.by().userId())
                .put("tool", about.by().tool())
                .put("model", about.by().model())
                .put("locale", about.by().locale())
                .put("at", about.at().toString());
        about.by().entries().forEach(json.putArray("entries")::add);
        return json;
    }

    private ObjectNode finished(Project project, ObjectNode build, AllowedModels models) {
        return Json.object()
                .put("type", "build.finished")
                .put("buildId", build.get("id").asString())
                .put("status", build.get("status").asString())
                .put("commit", delivery.shownCommit(project, build, models));
    }
}
