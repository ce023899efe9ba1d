package cms.review.history;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.TreeId;
import cms.platform.compute.Cancellation;
import cms.platform.heap.ComparisonRoom;
import cms.review.files.Scope;
import cms.review.files.TreeModels;
import cms.review.files.Values;
import cms.review.files.VisibleFiles;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The landings on a branch, one after the other along its first parents. */
public final class LandedHistory {
    /** Landings that one query looks at, however few of them match. */
    private static final int LANDINGS_MAX = 10_000;

    /** Landings and files of them that one query compares; the query for {@code next} goes on behind them. */
    private static final int FILES_MAX = 2_000;

    private final Repository repository;
    private final CommitProof proof;
    private final ContentPaths paths;
    private final Scope allowed;
    private final int filesMax;
    private int compared;
    private List<Optional<TreeId>> folders = List.of();
    private Collection<ModelDefinition> models = List.of();

    /** {@code next} is where the following page begins; empty at the end. */
    public record HistoryPage(List<Landing> landings, Optional<CommitId> next) {}

    public LandedHistory(Repository repository, CommitProof proof, ContentPaths paths, Scope allowed) {
        this(repository, proof, paths, allowed, FILES_MAX);
    }

    LandedHistory(Repository repository, CommitProof proof, ContentPaths paths, Scope allowed, int filesMax) {
        this.filesMax = filesMax;
        this.repository = repository;
        this.proof = proof;
        this.paths = paths;
        this.allowed = allowed;
    }

    /**
     * At most {@code limit} landings from a commit on, newest first; fewer where the rest takes longer to look at, or
     * the answer has no room for it.
     */
    public HistoryPage page(CommitId from, LandingFilter filter, int limit, ComparisonRoom room) {
        List<Landing> landings = new ArrayList<>();
        CommitId next = from;
        compared = 0;
        Cancellation cancellation = Cancellation.current();
        for (int looked = 0; looked < LANDINGS_MAX && compared < filesMax && landings.size() < limit; looked++) {
            cancellation.pause();
            Commit commit = repository.commit(next);
            Looked found = landing(commit, filter, room);
            if (found.hasNoRoom() && !landings.isEmpty()) {
                return new HistoryPage(landings, Optional.of(next));
            }
            found.landing().ifPresent(landings::add);
            if (commit.parents().isEmpty()) {
                return new HistoryPage(landings, Optional.empty());
            }
            next = commit.parents().getFirst();
        }
        return new HistoryPage(landings, Optional.of(next));
    }

    private boolean isHidden(Operation action) {
        return LandingFilter.isOfEntriesAlone(action) && !allowed.models().allows(action.model());
    }

    /** @param hasNoRoom whether a page that begins with it might show more of it */
    private record Looked(Optional<Landing> landing, boolean hasNoRoom) {}

    private Looked landing(Commit commit, LandingFilter filter, ComparisonRoom room) {
        Commit writer =
                commit.parents().size() > 1 ? repository.commit(commit.parents().get(1)) : commit;
        ParsedTrailers trailers = proof.trailers(writer);
        boolean alone = proof.trailers(commit).value(Trailers.LANDING).equals("saved");
        if (alone
                && trailers.action()
                        .filter(action -> isHidden(action) || filter.excludes(action))
                        .isPresent()) {
            return new Looked(Optional.empty(), false); // The trailers are proven, so no files need to be compared.
        }
        Tree after = repository.tree(commit.id());
        Tree before = before(commit);
        List<FileChange> files = repository.diff(before, after);
        Collection<ModelDefinition> known = models(before, after);
        VisibleFiles visible = new VisibleFiles(paths, known, allowed);
        List<FileChange> asked = files.stream()
                .filter(file -> visible.covers(file)
                        && (filter.model().isEmpty() || filter.model().equals(visible.model(file.path()))))
                .toList();
        compared += 1 + asked.size();
        Values.Found found = new Values(paths, known, room).of(before, after, asked, filter::takes);
        boolean shown = !found.values().isEmpty() || (filter.isAll() && allowed.isAll());
        Landing landing = new Landing(commit, writer, trailers, found.values(), found.isOmitting());
        return new Looked(shown ? Optional.of(landing) : Optional.empty(), found.hasNoRoom());
    }

    /**
     * Whether the caller may see anything of what a commit has changed; all of it without a list of models or locales.
     */
    public boolean shows(CommitId id) {
        if (allowed.isAll()) {
            return true;
        }
        Commit commit = repository.commit(id);
        Tree after = repository.tree(id);
        Tree before = before(commit);
        VisibleFiles visible = new VisibleFiles(paths, models(before, after), allowed);
        return repository.diff(before, after).stream()
                .anyMatch(file -> !file.path().equals(paths.context()) && visible.covers(file));
    }

    private Tree before(Commit commit) {
        return commit.parents().isEmpty()
                ? repository.emptyTree()
                : repository.tree(commit.parents().getFirst());
    }

    /** Models are parsed once for as long as their files stay the same, and only the last are kept. */
    private Collection<ModelDefinition> models(Tree before, Tree after) {
        String folder = paths.models().substring(0, paths.models().length() - 1);
        List<Optional<TreeId>> now = List.of(before.folder(folder), after.folder(folder));
        if (!now.equals(folders)) {
            models = TreeModels.heads(paths, List.of(before, after));
            folders = now;
        }
        return models;
    }
}
