package cms.content;

import cms.content.api.HealthItem;
import cms.content.check.ProjectHealth;
import cms.content.recent.SnapshotReader;
import cms.content.snapshot.EntryHistory;
import cms.content.snapshot.Narrowing;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPaths;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.GitConnectivity;
import cms.githost.Hosting;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.compute.Turn;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.heap.HeapCache;
import cms.platform.heap.HeapPool;
import cms.platform.heap.HeapShare;
import cms.platform.heap.Reservations;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.ProjectDeleted;
import cms.review.BranchHealth;
import cms.review.Changes;
import cms.review.submit.Tip;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The parsed content of projects: read once a commit, and from one commit to the next only where they differ. */
public final class Snapshots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    private static final Duration KEPT = Duration.ofHours(1);

    private static final int MISSING_ASSETS_MAX = 100;

    private final Hosting hosting;
    private final Changes changes;
    private final Path folder;
    private final ParsedFiles files = new ParsedFiles();
    private final HeapPool pool = HeapPool.OF_PROCESS;
    private final Reservations reservations = Reservations.OF_PROCESS;
    private final LeastRecentlyUsed<Key, ProjectContent> projects = new LeastRecentlyUsed<>(
            HeapShare.CACHED.bytes(), KEPT, ProjectContent::bytes, ProjectContent::save, System::nanoTime);

    private final HeapCache cached = new HeapCache() {
        @Override
        public long bytes() {
            return projects.weight();
        }

        @Override
        public long letGo(long bytes) {
            return projects.removeHeaviest(bytes, project -> !project.isReading());
        }
    };

    private volatile AssetFacts assets = AssetFacts.none();

    private record Key(String projectId, String contentRoot) {}

    /**
     * An answer of {@code brain/sync}.
     *
     * @param entityTag the tag in quotes; differs by commit, by visible models, and by the requested part
     */
    record Synced(String entityTag, List<byte[]> json) {}

    /**
     * {@code folder} holds files that can be made again from the repositories: for each project the times of its
     * entries.
     */
    public Snapshots(Hosting hosting, Changes changes, Announcements announcements, Signals signals, Path folder) {
        this.hosting = hosting;
        this.changes = changes;
        this.folder = folder;
        announcements.after(ProjectDeleted.class, "content.forget-history", this::forget);
        announcements.within(ProjectDeleted.class, (tx, gone) -> signals.send(tx, gone));
        signals.elsewhere(ProjectDeleted.class, this::deletedElsewhere);
        pool.add(cached);
        pool.add(files);
    }

    @Override
    public void close() {
        pool.remove(cached);
        pool.remove(files);
        projects.all().forEach(ProjectContent::save);
    }

    void askAboutAssets(AssetFacts facts) {
        assets = facts;
    }

    /** The newest content of a project. */
    public Snapshot current(Project project) {
        return of(project, changes.sync(project).tree());
    }

    /** The content of a tree of the project's repository. */
    public Snapshot of(Project project, Tree tree) {
        return content(project).snapshot(tree);
    }

    /** As {@link #of(Project, Tree)}; what is not in memory is read in {@code turn}. */
    Snapshot of(Project project, Tree tree, Turn turn) {
        return content(project).snapshot(tree, turn);
    }

    /** The health of the content of a tree. Entries that are the same as in the last tree are not checked again. */
    ProjectHealth health(Project project, Tree tree) {
        return content(project).health(tree);
    }

    /** The last update of each entry of a model in a locale, by id, at a commit on {@code cms}. */
    Map<String, Instant> updates(Project project, Tip tip, String modelId, String locale) {
        ProjectContent content = content(project);
        Repository repository = hosting.repository(project.repoFullName());
        return content.history().updates(repository, tip.commit(), content.snapshot(tip.tree()), modelId, locale);
    }

    /** The entity tag that {@code brain/sync} answers for a commit on {@code cms}. */
    public String entityTag(Project project, CommitId commit, AllowedModels models) {
        Tip tip = new Tip(commit, hosting.repository(project.repoFullName()).tree(commit));
        return content(project).entityTag(project, tip, by(project, tip, models));
    }

    /** The commit that a caller is told of where content of this one is shown. */
    public CommitId shownCommit(Project project, CommitId commit, AllowedModels models) {
        return changes.newestSeen(project, commit, models);
    }

    /** As {@link #shownCommit(Project, CommitId, AllowedModels)}; what is not known is looked for in {@code turn}. */
    CommitId shownCommit(Project project, CommitId commit, AllowedModels models, Turn turn) {
        return changes.newestSeen(project, commit, models, turn);
    }

    private SeenBy by(Project project, Tip tip, AllowedModels models) {
        return new SeenBy(models, changes.newestSeen(project, tip.commit(), models));
    }

    /** Forgets what this instance has of a project that another one has deleted; signals wait for no disk. */
    private void deletedElsewhere(ProjectDeleted gone) {
        Thread.ofVirtual().name("content-forget").start(() -> {
            try {
                forget(gone);
            } catch (RuntimeException failed) {
                LOG.warn("the history of the deleted project {} stays on the disk", gone.projectId(), failed);
            }
        });
    }

    /** Removes a deleted project from memory, and its file from the folder. */
    private void forget(ProjectDeleted gone) {
        projects.remove(key -> key.projectId().equals(gone.projectId()))
                .forEach(content -> content.history().forget());
        files.forgetUnused();
        EntryHistory.delete(file(gone.projectId()));
        hosting.find(gone.repoFullName()).ifPresent(Repository::forgetRead);
    }

    private Path file(String projectId) {
        return folder.resolve(projectId + ".json");
    }

    private List<HealthItem> missing(Project project) {
        return assets.missingMentions(project, MISSING_ASSETS_MAX).stream()
                .map(mention -> missing(mention).at(mention.field()))
                .toList();
    }

    private static HealthItem missing(AssetFacts.Mention mention) {
        String locale = mention.locale();
        HealthItem item = HealthItem.of(
                mention.modelId(),
                "missing_asset",
                ProblemSeverity.WARNING,
                "The entry " + mention.entryId() + (locale == null ? "" : " (" + locale + ")") + " names the asset "
                        + mention.assetId() + ", which is not there; upload it, or take it out.");
        return locale == null ? item : item.inLocale(locale);
    }

    ParsedFiles files() {
        return files;
    }

    /**
     * The answer of {@code brain/sync} for the newest content, with these models only.
     *
     * @param computing runs the reading and printing, where the answer is not cached
     * @throws cms.platform.failure.Failure NOT_FOUND for a model or locale that is not there
     */
    Synced sync(
            Project project, AllowedModels models, Narrowing narrowing, Function<Supplier<Synced>, Synced> computing) {
        Tip tip = changes.sync(project);
        ProjectContent content = content(project);
        return changes.knownNewestSeen(project, tip.commit(), models)
                .flatMap(commit -> content.printed(project, tip, new SeenBy(models, commit), narrowing))
                .orElseGet(
                        () -> computing.apply(() -> content.sync(project, tip, by(project, tip, models), narrowing)));
    }

    /**
     * The answer of {@code brain/sync} at a branch or commit of the project; the times of entries are as {@code cms}
     * knew them at that instant.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND for a branch or commit that the project does not reach
     */
    Synced sync(Project project, String at, AllowedModels models, Narrowing narrowing) {
        Tip newest = changes.sync(project);
        Tip asked = changes.at(project, at, models);
        ProjectContent content = content(project);
        SeenBy by = by(project, asked, models);
        return asked.commit().equals(newest.commit())
                ? content.sync(project, newest, by, narrowing)
                : content.syncEarlier(project, newest, asked, by, narrowing);
    }

    /** As {@link Changes#isBehind}. */
    boolean isBehind(Project project, CommitId commit, AllowedModels models) {
        return changes.isBehind(project, commit, models);
    }

    /**
     * The differences between the answers of {@code brain/sync} now and at an earlier commit of {@code cms} (studio
     * 4.3).
     *
     * @param seenTag the entity tag that was answered with {@code since}
     */
    ObjectNode changes(Project project, CommitId since, Optional<String> seenTag, AllowedModels models) {
        Tip tip = changes.sync(project);
        boolean isVisible = changes.isVisible(project, since, models);
        return content(project).changes(project, tip, since, seenTag, by(project, tip, models), isVisible);
    }

    /**
     * The health of a project (reference 3.2): {@code { valid, warnings, healthScore, modelCount, validModels,
     * timestamp, branchHealth, git }}; members that are not known yet are null beside {@code "unavailable": true}.
     *
     * @param at a branch or commit whose content is checked instead of the landed one
     * @throws cms.platform.failure.Failure NOT_FOUND for a branch or commit that the project does not reach
     */
    ObjectNode health(ProjectAccess place, Optional<String> at) {
        Project project = place.project();
        GitConnectivity connection = hosting.connectivity(project.repoFullName());
        ObjectNode json = Json.object();
        ObjectNode git = Json.object().put("connected", connection.connected());
        if (connection.error() != null) {
            git.put("error", connection.error());
        }
        boolean isReadable = hosting.isReady(project.repoFullName())
                && hosting.find(project.repoFullName()).isPresent();
        if (!isReadable) {
            return unavailable(json).set("git", git);
        }
        ProjectContent content = content(project);
        Tip newest = changes.sync(project);
        Tip tip = at.map(name -> changes.at(project, name, place.models())).orElse(newest);
        if (content.isConfigured(tip)) {
            SeenBy by = by(project, tip, place.models());
            json.setAll(
                    tip.commit().equals(newest.commit())
                            ? content.health(project, tip, by, place.locales(), missing(project))
                            : content.healthEarlier(project, tip, by, place.locales()));
        } else {
            unavailable(json);
        }
        BranchHealth branches = changes.health(project, place.models());
        json.put("timestamp", branches.lastChecked().toString());
        json.putObject("branchHealth")
                .put("status", branches.status())
                .put("unmergedCount", branches.unmergedCount())
                .put("lastChecked", branches.lastChecked().toString())
                .put("parkedPush", branches.parkedPush().orElse(null))
                .put("defaultBranch", branches.defaultBranch());
        return json.set("git", git);
    }

    private static ObjectNode unavailable(ObjectNode json) {
        json.putNull("valid").putNull("warnings").putNull("healthScore");
        json.putNull("modelCount").putNull("validModels").putNull("timestamp").putNull("branchHealth");
        return json.put("unavailable", true);
    }

    private ProjectContent content(Project project) {
        Key key = new Key(project.id(), project.contentRoot());
        return projects.get(
                key,
                missing -> new ProjectContent(
                        hosting,
                        new SnapshotReader(
                                files, ContentPaths.under(project.contentRoot()), reservations, project.workspaceId()),
                        file(project.id()),
                        grown -> projects.weigh(key, grown)));
    }
}
