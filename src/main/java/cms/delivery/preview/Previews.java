package cms.delivery.preview;

import cms.access.Capability;
import cms.delivery.build.DeliveredBytes;
import cms.format.ContentBranches;
import cms.git.CommitId;
import cms.platform.compute.Turn;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.Projects;
import cms.review.Changes;
import cms.review.Reviews;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes, shows and ends previews, and reads through them. */
public final class Previews {
    private static final String JSON = ".json";
    private static final int TOKEN_BYTES = 32;
    private static final int LIVE_MAX = 200;

    private final Database database;
    private final Projects projects;
    private final Changes changes;
    private final Predicate<Project> granted;
    private final InstantSource clock;
    private final PreviewSites sites;
    private final PreviewStore store = new PreviewStore();
    private final RandomTokens random = new RandomTokens();

    /** @param granted whether the plan of a project's workspace includes delivery */
    public Previews(
            Database database,
            Projects projects,
            PreviewSites sites,
            Changes changes,
            Predicate<Project> granted,
            InstantSource clock) {
        this.database = database;
        this.projects = projects;
        this.changes = changes;
        this.granted = granted;
        this.clock = clock;
        this.sites = sites;
    }

    /** The request for a preview. */
    record Options(String branch, Duration life, List<String> paths) {}

    /** A new preview and its token, which is never given again. */
    record Made(Preview preview, String token) {}

    /**
     * Makes a preview of an open change, or of landed content with its drafts.
     *
     * @throws Failure INVALID for any other branch, NOT_FOUND when there is no such change that the maker may see,
     *     CONFLICT when the project has too many previews
     */
    Made make(ProjectAccess access, String userId, Options options) {
        Project project = access.project();
        boolean landed = options.branch().equals(ContentBranches.TRUNK);
        if (!landed && !options.branch().startsWith(ContentBranches.CHANGES)) {
            throw Failure.invalid(
                    "A preview shows an open change or what has landed; `branch` must begin with cr/, or be" + " cms.");
        }
        if (!landed
                && changes.branches(project, access.models()).stream()
                        .noneMatch(open -> open.name().equals(options.branch()))) {
            throw Failure.notFound("There is no such open change.");
        }
        Instant now = clock.instant();
        String token = random.base64Url(TOKEN_BYTES);
        Preview preview = new Preview(
                random.uuid(), project.id(), userId, options.branch(), options.paths(), now, now.plus(options.life()));
        database.writing(tx -> {
            projects.access().keep(tx, project.id());
            store.deleteExpired(tx, now);
            if (store.live(tx, project.id(), now).size() >= LIVE_MAX) {
                throw Failure.conflict("This project has " + LIVE_MAX + " previews; end one that is not needed.");
            }
            store.insert(tx, preview, Hashes.sha256Hex(token));
            tx.concerns("delivery_previews", preview.id());
        });
        return new Made(preview, token);
    }

    /** The live previews that the caller may see. */
    List<Preview> list(ProjectAccess access, String userId) {
        Map<String, Boolean> makers = new HashMap<>();
        Predicate<Preview> seen = preview -> preview.userId().equals(userId)
                || Reviews.isVisible(preview.branch(), access.models())
                        && (access.models().isAll()
                                || isOfWholeChange(preview)
                                || makers.computeIfAbsent(preview.userId(), maker -> seesNoMore(maker, access)));
        return database.read(tx -> store.live(tx, access.project().id(), clock.instant())).stream()
                .filter(seen)
                .toList();
    }

    /** Whether a preview tells no more than its branch, which is named after one model. */
    private static boolean isOfWholeChange(Preview preview) {
        return preview.branch().startsWith(ContentBranches.CHANGES)
                && preview.paths().isEmpty();
    }

    /** Whether the maker of a preview has a list of models too, and each of them is on the caller's. */
    private boolean seesNoMore(String maker, ProjectAccess caller) {
        return projects.access()
                .of(maker, caller.project())
                .flatMap(access -> access.models().list())
                .filter(ids -> ids.stream().allMatch(caller.models()::allows))
                .isPresent();
    }

    /**
     * Ends a preview.
     *
     * @throws Failure NOT_FOUND for one that does not exist, or that the caller may not see
     */
    void end(ProjectAccess access, String userId, String id) {
        boolean seen =
                list(access, userId).stream().anyMatch(preview -> preview.id().equals(id));
        database.writing(tx -> {
            if (!seen || !store.delete(tx, access.project().id(), id)) {
                throw Failure.notFound("There is no such preview.");
            }
        });
    }

    /** Ends the previews of a change that has landed or was removed, so that no later branch of its name is shown. */
    public void branchGone(String projectId, String branch) {
        if (branch.startsWith(ContentBranches.CHANGES)) {
            database.writing(tx -> store.deleteOfBranch(tx, projectId, branch));
        }
    }

    /** Deletes the links of a member who leaves; they do not return with the membership. */
    public void makerLeft(Tx tx, Projects.MemberLeft left) {
        store.deleteOfMaker(tx, left.projectId(), left.userId());
    }

    public void deleteAll(Tx tx, String projectId) {
        store.deleteAll(tx, projectId);
    }

    /**
     * The file that a link shows now.
     *
     * @param known called with the link and its project before anything is read or built for it; answers with the
     *     computing turns of the reader
     * @throws Failure NOT_FOUND, with the same words whether the link never existed, has ended, or shows other files
     */
    DeliveredBytes read(String projectId, String token, String path, BiFunction<Preview, Project, Turn> known) {
        Preview preview = database.read(tx -> store.find(tx, Hashes.sha256Hex(token), clock.instant()))
                .filter(found -> found.projectId().equals(projectId))
                .orElseThrow(Previews::ended);
        Project project = projects.find(projectId).filter(granted).orElseThrow(Previews::ended);
        ProjectAccess maker = projects.access()
                .of(preview.userId(), project)
                .filter(access -> access.rights().may(Capability.MAKE_PREVIEWS))
                .orElseThrow(Previews::ended);
        Turn turn = known.apply(preview, project);
        CommitId tip = sites.tip(project, preview.branch()).orElseThrow(Previews::ended);
        CommitId shown = preview.branch().equals(ContentBranches.TRUNK)
                ? changes.newestSeen(project, tip, maker.models(), turn)
                : tip;
        Map<String, DeliveredBytes> files = sites.files(project, preview.branch(), shown, maker.models());
        return find(files, preview, path)
                .or(() -> find(files, preview, path + JSON))
                .orElseThrow(() -> Failure.notFound("This preview shows no such file."));
    }

    private static Optional<DeliveredBytes> find(Map<String, DeliveredBytes> files, Preview preview, String path) {
        @Nullable DeliveredBytes body = files.get(path);
        return body != null && preview.covers(path) ? Optional.of(body) : Optional.empty();
    }

    private static Failure ended() {
        return Failure.notFound("There is no such preview, or it has ended.");
    }
}
