package cms.git;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A repository to test with: {@code ada/site}, branches {@code main} and {@code cms} on one first commit. */
final class Sites {
    static final Authorship ADA = new Authorship("ada", "ada@example.com", Instant.ofEpochSecond(1_700_000_000));

    private Sites() {}

    static Repository create(Repositories repositories, String... pathsAndTexts) {
        Repository repository = repositories.create("ada/site", "main");
        repository.write(w -> {
            CommitId first = w.commit(w.emptyTree(), changes(pathsAndTexts), List.of(), ADA, "first");
            w.create("main", first);
            w.create("cms", first);
            return first;
        });
        return repository;
    }

    /** Paths and texts in turn; a null text removes the path. */
    static ChangeSet changes(String... pathsAndTexts) {
        ChangeSet.Builder changes = ChangeSet.builder();
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            if (pathsAndTexts[i + 1] == null) {
                changes.remove(pathsAndTexts[i]);
            } else {
                changes.put(pathsAndTexts[i], pathsAndTexts[i + 1]);
            }
        }
        return changes.build();
    }

    /** Commits onto a branch and moves it. */
    static CommitId save(Repository repository, String branch, String... pathsAndTexts) {
        return repository.write(w -> {
            CommitId tip = w.tip(branch).orElseThrow();
            CommitId saved = w.commit(w.tree(tip), changes(pathsAndTexts), List.of(tip), ADA, "save");
            w.move(branch, tip, saved);
            return saved;
        });
    }

    static String text(Tree tree, String path) {
        return tree.read(path, 1 << 20).map(String::new).orElse("(none)");
    }

    static Path folder(Path root) {
        return root.resolve("ada/site.git");
    }

    /** Merges two commits over their common state, as a landing does. */
    static MergeResult merge(Writing writing, CommitId ours, CommitId theirs, FileMerger merger) {
        return writing.merge(writing.base(ours, theirs, merger), writing.tree(ours), writing.tree(theirs), merger);
    }

    /** All commits that are reachable from one, newest first. */
    static List<Commit> log(Repository repository, CommitId from) {
        return repository.log(List.of(from), List.of(), Instant.EPOCH, Integer.MAX_VALUE);
    }
}
