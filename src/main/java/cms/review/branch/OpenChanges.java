package cms.review.branch;

import cms.format.ContentBranches;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.merge.ValueAddress;
import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.MergeResult;
import cms.git.Repository;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.heap.ComparisonRoom;
import cms.project.AllowedModels;
import cms.review.files.Comparison;
import cms.review.files.ContentMerge;
import cms.review.files.ContentMerger;
import cms.review.files.Scope;
import cms.review.files.TreeModels;
import cms.review.files.Values;
import cms.review.files.VisibleFiles;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Reads the {@code cr/*} branches of one repository; it moves none of them. */
public final class OpenChanges {
    /** The branches that a clean-up removed, and how many changes are left. */
    public record Cleanup(List<String> deleted, int remaining) {
        public Cleanup {
            deleted = List.copyOf(deleted);
        }
    }

    /**
     * The difference of a branch from its base.
     *
     * @param seen the commits that were compared, and the files that differ
     * @param values the values that differ, file by file
     */
    public record Difference(Seen seen, List<Comparison.File> files, Values.Found values) {
        public ChangeRange range() {
            return seen.range();
        }
    }

    /** The files that a branch changed, as far as a caller may see them. */
    public static final class Seen {
        private final ContentPaths paths;
        private final ChangeRange range;
        private final Tree before;
        private final Tree after;
        private final Collection<ModelDefinition> models;
        private final VisibleFiles visible;
        private final List<FileChange> files;

        private Seen(Repository repository, ContentPaths paths, ChangeRange range, Scope allowed) {
            this.paths = paths;
            this.range = range;
            this.after = repository.tree(range.tip());
            this.before = range.base().map(repository::tree).orElseGet(repository::emptyTree);
            this.models = TreeModels.heads(paths, List.of(before, after));
            this.visible = new VisibleFiles(paths, models, allowed);
            this.files = repository.diff(before, after).stream()
                    .filter(visible::covers)
                    .toList();
        }

        public ChangeRange range() {
            return range;
        }

        public List<FileChange> files() {
            return files;
        }

        /** The places of the values that differ, file by file; as {@link #placesOf}. */
        public List<ValueAddress> places(ComparisonRoom room) {
            return new Values(paths, models, room).places(before, after, files);
        }

        /**
         * The places where one model's content differs, apart from its definition. A file that cannot be compared value
         * by value, or for whose values there is no room, stands for all of them.
         */
        public List<ValueAddress> placesOf(String model, ComparisonRoom room) {
            List<FileChange> content = files.stream()
                    .filter(file ->
                            visible.contentOf(file.path()).filter(model::equals).isPresent())
                    .toList();
            return new Values(paths, models, room).places(before, after, content);
        }
    }

    private static final int COMMITS_MAX = 1_000_000;
    private static final int COMMITS_OF_CHANGE_MAX = 1000;

    private final Repository repository;
    private final String defaultBranch;
    private final ContentPaths paths;
    private final LandedTips landed;

    public OpenChanges(Repository repository, String defaultBranch, ContentPaths paths, LandedTips landed) {
        this.landed = landed;
        this.repository = repository;
        this.defaultBranch = defaultBranch;
        this.paths = paths;
    }

    /**
     * The difference of a branch from its merge base with {@code cms}, so that changes that landed there since are not
     * shown as undone; as far as the answer has room.
     */
    public Difference diff(String branch, Scope allowed, ComparisonRoom room) {
        CommitId tip =
                repository.tip(branch).orElseThrow(() -> Failure.notFound("There is no open change of this name."));
        Seen seen = filesAt(tip, allowed);
        // Values first: they are what people look at.
        Values.Found values =
                new Values(paths, seen.models, room).of(seen.before, seen.after, seen.files, value -> true);
        return new Difference(seen, new Comparison(seen.before, seen.after, room).of(seen.files), values);
    }

    /** The files that a commit changed since its merge base with {@code cms}, without their contents. */
    public Seen filesAt(CommitId tip, Scope allowed) {
        return new Seen(repository, paths, range(tip), allowed);
    }

    /**
     * The values that clash with what has landed, as a 409 shows them; none where the change fits, empty where that
     * cannot be told. Ours is {@code cms}, theirs the change.
     */
    public Optional<List<ObjectNode>> conflicts(Seen seen) {
        ChangeRange range = seen.range();
        if (range.onto().isEmpty() || range.onto().equals(range.base())) {
            return Optional.of(List.of());
        }
        try {
            MergeResult result = repository.trial(writing ->
                    new ContentMerge(paths, writing, List.of()).of(range.onto().get(), range.tip()));
            return Optional.of(
                    result instanceof MergeResult.Conflicted(List<MergeResult.ConflictedPath> found)
                            ? ContentMerger.values(found.stream()
                                    .filter(conflict -> seen.visible.covers(conflict.path()))
                                    .toList())
                            : List.of());
        } catch (Failure unreadable) {
            return Optional.empty();
        }
    }

    /** The commits of a change that have not landed, newest first, at most a thousand. */
    public List<Commit> commits(CommitId tip) {
        return repository.log(List.of(tip), trunk().stream().toList(), Instant.EPOCH, COMMITS_OF_CHANGE_MAX);
    }

    /** Whether a test holds for each commit of a change that has not landed. */
    public boolean isEach(CommitId tip, Predicate<Commit> test) {
        return repository.log(List.of(tip), trunk().stream().toList(), Instant.EPOCH, COMMITS_MAX).stream()
                .allMatch(test);
    }

    /** The content root of this project; one repository may hold several. */
    public String contentRoot() {
        return paths.root();
    }

    private ChangeRange range(CommitId tip) {
        return new ChangeRange(tip, base(tip), trunk(), commits(tip).size());
    }

    /** The commit where a change left {@code cms}; empty where they have no commit in common. */
    public Optional<CommitId> base(CommitId tip) {
        return trunk().flatMap(trunk -> repository.mergeBase(trunk, tip));
    }

    /**
     * Whether something that the caller sees in the snapshot differs between two commits: content of a covered model,
     * the configuration or the vocabulary, which everybody sees; {@code before} may be empty.
     */
    public boolean touches(String before, String after, AllowedModels allowed) {
        Tree old = before.isEmpty() ? repository.emptyTree() : repository.tree(new CommitId(before));
        Tree now = repository.tree(new CommitId(after));
        VisibleFiles visible = new VisibleFiles(paths, TreeModels.heads(paths, List.of(old, now)), Scope.of(allowed));
        return repository.diff(old, now).stream()
                .anyMatch(change -> isSetting(change.path()) || visible.covers(change));
    }

    private boolean isSetting(String path) {
        return path.equals(paths.config()) || path.equals(paths.vocabulary());
    }

    /**
     * The commit that a name or a full sha stands for; empty for a commit that neither {@code cms} nor the default
     * branch nor a visible change reaches.
     */
    public Optional<CommitId> resolve(String at, Predicate<Branch> visible) {
        boolean branch =
                at.equals(ContentBranches.TRUNK) || at.equals(defaultBranch) || at.startsWith(ContentBranches.CHANGES);
        if (branch) {
            return repository.tip(at);
        }
        return CommitId.parse(at).filter(commit -> isReachable(commit, visible));
    }

    private boolean isReachable(CommitId commit, Predicate<Branch> visible) {
        List<CommitId> trunks = trunks();
        try {
            if (trunks.stream().anyMatch(tip -> repository.isAncestor(commit, tip))) {
                return true;
            }
        } catch (Failure unknown) {
            return false;
        }
        return isWaiting(commit, visible);
    }

    /**
     * Whether a commit is one of the commits of visible changes that have not landed; takes as long whichever it is.
     */
    public boolean isWaiting(CommitId commit, Predicate<Branch> visible) {
        List<CommitId> open = repository.branches(ContentBranches.CHANGES).stream()
                .filter(visible)
                .map(Branch::tip)
                .toList();
        return repository.log(open, trunks(), Instant.EPOCH, COMMITS_MAX).stream()
                .anyMatch(beyond -> beyond.id().equals(commit));
    }

    private List<CommitId> trunks() {
        return Stream.of(trunk(), repository.tip(defaultBranch))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The branches by name; of a caller with a list of models only those about them. */
    public List<Branch> visible(AllowedModels allowed) {
        return repository.branches(ContentBranches.CHANGES).stream()
                .filter(branch -> BranchNames.isVisible(branch.name(), allowed))
                .toList();
    }

    /** How many of the visible changes have not landed. */
    public int openCount(Predicate<Branch> visible) {
        List<Branch> all = repository.branches(ContentBranches.CHANGES).stream()
                .filter(visible)
                .toList();
        return all.size() - merged(all).size();
    }

    /** Branches whose whole history is in {@code cms}. */
    public List<Branch> merged() {
        return merged(repository.branches(ContentBranches.CHANGES));
    }

    /**
     * Branches whose whole history is in {@code cms} and that were opened before this time; one whose name has no time
     * counts as older.
     */
    public List<Branch> mergedFromBefore(Instant time) {
        return merged().stream()
                .filter(branch -> BranchNames.opened(branch.name())
                        .filter(opened -> !opened.isBefore(time))
                        .isEmpty())
                .toList();
    }

    private List<Branch> merged(List<Branch> branches) {
        return trunk().map(tip -> landed.landed(repository, tip, branches)).orElse(List.of());
    }

    /**
     * The branch that holds a push which clashed with {@code cms}, as long as the default branch is still at that push.
     */
    public Optional<String> parkedPush() {
        return repository
                .tip(defaultBranch)
                .filter(pushed -> trunk().filter(trunk -> repository.isAncestor(pushed, trunk))
                        .isEmpty())
                .flatMap(pushed -> repository.branches(ContentBranches.PUSHED).stream()
                        .filter(branch -> repository.isAncestor(pushed, branch.tip()))
                        .map(Branch::name)
                        .findFirst());
    }

    /**
     * The state of the default branch: {@code current}, {@code behind} cms, or {@code diverged} from it. It is current
     * with the same files as well: a host that takes no pushes to it keeps its own merge of {@code cms} there.
     */
    public String defaultBranchState() {
        Optional<CommitId> main = repository.tip(defaultBranch);
        Optional<CommitId> trunk = repository.tip(ContentBranches.TRUNK);
        if (trunk.isEmpty() || main.equals(trunk)) {
            return "current";
        }
        boolean behind = main.isEmpty() || repository.isAncestor(main.get(), trunk.get());
        if (!behind) {
            return "diverged";
        }
        boolean same = main.isPresent()
                && repository
                        .tree(main.get())
                        .id()
                        .equals(repository.tree(trunk.get()).id());
        return same ? "current" : "behind";
    }

    /** The tip of {@code cms}, or of the default branch until there is one. */
    public Optional<CommitId> trunk() {
        return repository.tip(ContentBranches.TRUNK).or(() -> repository.tip(defaultBranch));
    }
}
