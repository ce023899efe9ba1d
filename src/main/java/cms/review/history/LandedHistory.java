package cms.review.history;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.merge.FieldChange;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.TreeId;
import cms.platform.compute.Cancellation;
import cms.review.files.ContentMerger;
import cms.review.files.Scope;
import cms.review.files.Values;
import cms.review.files.VisibleFiles;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The landings on a branch, one after the other along its first parents. */
public final class LandedHistory {
    /** Landings that one query looks at, however few of them match. */
    private static final int LANDINGS_MAX = 10_000;

    /** Landings and files of them that one query compares; the query for {@code next} goes on behind them. */
    private static final int FILES_MAX = 2_000;

    /** Kinds of operations that change entries of the model that they name, and nothing else. */
    private static final Set<Operation.Kind> OF_ENTRIES =
            Set.of(Operation.Kind.SAVE, Operation.Kind.STATUS, Operation.Kind.SCHEDULE);

    private final Repository repository;
    private final CommitProof proof;
    private final ContentPaths paths;
    private final Scope allowed;
    private final Map<List<Optional<TreeId>>, Collection<ModelDefinition>> models = new HashMap<>();
    private final int filesMax;
    private int compared;

    /** A filter of landings; an empty member lets all through. */
    public record Filter(Optional<String> model, Optional<String> entry, Optional<String> locale) {
        boolean isAll() {
            return model.isEmpty() && entry.isEmpty() && locale.isEmpty();
        }

        /** Whether an operation on entries of one model alone cannot match. */
        boolean excludes(Operation action) {
            return isOfEntriesAlone(action) && (!is(model, action.model()) || leavesAlone(action.entries()));
        }

        /**
         * Whether the named entries lack the wanted one. Unknown, and so false, for a key with a blank, which looks
         * like two, and for a list as long as a trailer may be, which may go on.
         */
        private boolean leavesAlone(List<String> named) {
            boolean allNamed = !named.isEmpty() && named.size() < Trailers.ENTRIES_MAX;
            return allNamed
                    && entry.filter(key -> !key.contains(" ") && !named.contains(key))
                            .isPresent();
        }

        boolean takes(FieldChange change) {
            return is(model, change.place().model())
                    && is(entry, change.place().entry())
                    && (change.place().locale() == null
                            || is(locale, change.place().locale()));
        }

        private static boolean is(Optional<String> asked, @Nullable String value) {
            return asked.isEmpty() || asked.get().equals(value);
        }
    }

    /** {@code next} is where the following page begins; empty at the end. */
    public record Page(List<Landing> landings, Optional<CommitId> next) {}

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

    /** At most {@code limit} landings from a commit on, newest first; fewer where the rest takes longer to look at. */
    public Page page(CommitId from, Filter filter, int limit) {
        List<Landing> landings = new ArrayList<>();
        CommitId next = from;
        compared = 0;
        Cancellation cancellation = Cancellation.current();
        for (int looked = 0; looked < LANDINGS_MAX && compared < filesMax && landings.size() < limit; looked++) {
            cancellation.pause();
            Commit commit = repository.commit(next);
            landing(commit, filter).ifPresent(landings::add);
            if (commit.parents().isEmpty()) {
                return new Page(landings, Optional.empty());
            }
            next = commit.parents().getFirst();
        }
        return new Page(landings, Optional.of(next));
    }

    private static boolean isOfEntriesAlone(Operation action) {
        return OF_ENTRIES.contains(action.kind()) && !action.model().isEmpty();
    }

    private boolean isHidden(Operation action) {
        return isOfEntriesAlone(action) && !allowed.models().allows(action.model());
    }

    private Optional<Landing> landing(Commit commit, Filter filter) {
        Commit writer =
                commit.parents().size() > 1 ? repository.commit(commit.parents().get(1)) : commit;
        ParsedTrailers trailers = proof.trailers(writer);
        boolean alone = proof.trailers(commit).value(Trailers.LANDING).equals("saved");
        if (alone
                && trailers.action()
                        .filter(action -> isHidden(action) || filter.excludes(action))
                        .isPresent()) {
            return Optional.empty(); // The trailers are proven, so no files need to be compared.
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
        List<FieldChange> values = new Values(paths, known)
                .of(before, after, asked).stream().filter(filter::takes).toList();
        boolean shown = !values.isEmpty() || (filter.isAll() && allowed.isAll());
        return shown ? Optional.of(new Landing(commit, writer, trailers, values)) : Optional.empty();
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

    /** Models are parsed once for as long as their files stay the same. */
    private Collection<ModelDefinition> models(Tree before, Tree after) {
        String folder = paths.models().substring(0, paths.models().length() - 1);
        return models.computeIfAbsent(
                List.of(before.folder(folder), after.folder(folder)),
                missing -> ContentMerger.models(paths, List.of(before, after)));
    }
}
