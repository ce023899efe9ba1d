package cms.review.history;

import cms.access.Rights;
import cms.format.ContentPaths;
import cms.format.merge.Resolution;
import cms.git.ChangeSet;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.MergeResult;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.failure.Failure;
import cms.review.files.ContentMerge;
import cms.review.files.ContentMerger;
import cms.review.files.Scope;
import cms.review.files.TreeModels;
import cms.review.files.VisibleFiles;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Undoes commits: merges their changes out of the newest state, by entry and field.
 *
 * @param commits the newest first
 * @param rights the rights of the caller: undoing needs the rights that writing the same by hand needs
 */
public record Reversal(
        ContentPaths paths, List<CommitId> commits, Rights rights, Scope allowed, List<Resolution> resolutions) {
    /** The one model that the commits are about; empty when there are several or none. */
    public Optional<String> model(Repository repository) {
        Set<Optional<String>> models = new HashSet<>();
        for (CommitId commit : commits) {
            Tree after = repository.tree(commit);
            Tree before = repository.tree(parent(repository.commit(commit)));
            VisibleFiles visible = new VisibleFiles(paths, TreeModels.heads(paths, List.of(before, after)), allowed);
            content(repository.diff(before, after)).forEach(file -> models.add(visible.model(file.path())));
        }
        return models.size() == 1 ? models.iterator().next() : Optional.empty();
    }

    /**
     * The files to write over the tip; empty when nothing of the changes is left.
     *
     * @throws Failure CONFLICT with the values that others have changed since, FORBIDDEN beyond the caller's role and
     *     models
     */
    public Optional<ChangeSet> over(Writing writing, Tree tip) {
        ChangeSet.Builder files = ChangeSet.builder();
        Tree current = tip;
        for (CommitId commit : commits) {
            ChangeSet undone = over(writing, current, commit);
            files.putAll(undone);
            current = writing.apply(current, undone);
        }
        return writing.diff(tip, current).isEmpty() ? Optional.empty() : Optional.of(files.build());
    }

    private ChangeSet over(Writing writing, Tree tip, CommitId commit) {
        Tree after = writing.tree(commit);
        Tree before = writing.tree(parent(writing.info(commit)));
        requireReach(List.of(before, after), content(writing.diff(before, after)));
        Tree undone = undone(writing, List.of(after, tip, before));
        List<FileChange> changes = content(writing.diff(tip, undone));
        requireReach(List.of(undone, tip), changes);
        return ChangeSet.of(changes);
    }

    /** Decisions about several commits count for those in which the value clashes. */
    private Tree undone(Writing writing, List<Tree> sides) {
        List<Resolution> decided = resolutions;
        if (commits.size() > 1) {
            decided = switch (new ContentMerge(paths, writing, List.of())
                    .of(sides.getFirst(), sides.get(1), sides.getLast())) {
                case MergeResult.Merged(Tree merged) -> List.of();
                case MergeResult.Conflicted conflicted -> about(conflicted);
            };
        }
        return switch (new ContentMerge(paths, writing, decided).of(sides.getFirst(), sides.get(1), sides.getLast())) {
            case MergeResult.Merged(Tree merged) -> merged;
            case MergeResult.Conflicted conflicted -> throw ContentMerger.failure(conflicted);
        };
    }

    private List<Resolution> about(MergeResult.Conflicted conflicted) {
        Set<Resolution.Target> targets = new HashSet<>();
        for (ObjectNode value : ContentMerger.values(conflicted)) {
            targets.add(new Resolution.Target(
                    value.path("path").asString(""),
                    value.path("entry").asString(null),
                    value.path("field").asString(null)));
        }
        return resolutions.stream()
                .filter(resolution -> targets.contains(resolution.target()))
                .toList();
    }

    /**
     * Fails with FORBIDDEN beyond the caller's role and models. Called with the changes and with their reversal, as a
     * model may have another name by now.
     */
    private void requireReach(List<Tree> trees, List<FileChange> changes) {
        VisibleFiles visible = new VisibleFiles(paths, TreeModels.heads(paths, trees), allowed);
        changes.stream().map(visible::needed).forEach(rights::require);
        if (!visible.covers(changes)) {
            throw Failure.forbidden("The change touches more than the models that your role in this project covers.");
        }
    }

    /** The files without context.json, which every landing makes anew. */
    private List<FileChange> content(List<FileChange> files) {
        return files.stream()
                .filter(file -> !file.path().equals(paths.context()))
                .toList();
    }

    private static CommitId parent(Commit commit) {
        if (commit.parents().isEmpty()) {
            throw Failure.invalid("The first commit of a project cannot be undone.");
        }
        return commit.parents().getFirst();
    }
}
