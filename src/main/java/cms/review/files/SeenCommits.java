package cms.review.files;

import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.platform.compute.Cancellation;
import cms.platform.crypto.Hashes;
import cms.project.AllowedModels;
import cms.project.Project;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The newest commit of a line that changed anything that a caller with a list of models may see: the configuration, the
 * vocabulary, the definitions of these models, their content and its meta. Between it and the end of the line the caller
 * sees one state, so that both stand for the same content, and only this one stays where it is when something else lands.
 */
public final class SeenCommits {
    /** Most commits that one search compares; when all of them look the same, the tip itself is the answer, and kept. */
    private static final int STEPS_MAX = 500;

    private static final int KNOWN_MAX = 10_000;

    private final Cache<Key, CommitId> known =
            Caffeine.newBuilder().maximumSize(KNOWN_MAX).build();

    /**
     * A list of models at the end of a line.
     *
     * @param models a hash of their ids
     */
    private record Key(String projectId, String models, CommitId commit) {}

    /** The cached answer of {@link #newest}; empty when there is none. */
    public Optional<CommitId> find(Project project, CommitId tip, AllowedModels allowed) {
        return allowed.isAll() ? Optional.of(tip) : Optional.ofNullable(known.getIfPresent(key(project, tip, allowed)));
    }

    /** The newest commit from a tip back that changed a model of the caller's list; the tip where the list has all models. */
    public CommitId newest(Project project, Repository repository, CommitId tip, AllowedModels allowed) {
        return find(project, tip, allowed).orElseGet(() -> {
            CommitId found = walk(project, repository, tip, allowed);
            @Nullable CommitId sooner = known.asMap().putIfAbsent(key(project, tip, allowed), found);
            return sooner == null ? found : sooner;
        });
    }

    private static Key key(Project project, CommitId commit, AllowedModels allowed) {
        List<String> ids = allowed.list().orElseThrow();
        return new Key(project.id(), Hashes.sha256Hex(String.join(" ", ids)), commit);
    }

    /** Commits that look the same have the same definitions, and so the same folders: those of the tip serve for all. */
    private CommitId walk(Project project, Repository repository, CommitId tip, AllowedModels allowed) {
        Cancellation cancellation = Cancellation.current();
        Tree tree = repository.tree(tip);
        List<String> ids = allowed.list().orElseThrow();
        State state = new State(ContentPaths.under(project.contentRoot()), ids, tree);
        List<Object> seen = state.in(tree);
        CommitId at = tip;
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            cancellation.pause();
            Optional<CommitId> before = repository.commit(at).parents().stream().findFirst();
            if (before.isEmpty() || !state.in(repository.tree(before.get())).equals(seen)) {
                return at;
            }
            at = before.get();
            Optional<CommitId> met = find(project, at, allowed);
            if (met.isPresent()) {
                return met.get();
            }
        }
        return tip;
    }

    /** The files and folders that the caller may see; {@link #in} answers with their object names in a tree, in one order. */
    private static final class State {
        private final List<String> files = new ArrayList<>();
        private final List<String> folders = new ArrayList<>();

        State(ContentPaths paths, List<String> ids, Tree tree) {
            files.add(paths.config());
            files.add(paths.vocabulary());
            for (String id : ids) {
                files.add(paths.model(id));
                definition(paths, id, tree).ifPresent(model -> {
                    folders.add(bare(paths.contentFolder(model)));
                    folders.add(bare(paths.metaFolder(model)));
                });
            }
        }

        private static Optional<ModelDefinition> definition(ContentPaths paths, String id, Tree tree) {
            Optional<BlobId> blob = tree.blob(paths.model(id));
            return blob.map(found -> ContentMerger.read(tree, paths.model(id), found))
                                    .orElse(null)
                            instanceof ContentFile.Json(var members)
                    ? Optional.of(ModelDefinition.parse(id, members))
                    : Optional.empty();
        }

        private static String bare(String folder) {
            return folder.substring(0, folder.length() - 1);
        }

        List<Object> in(Tree tree) {
            List<Object> seen = new ArrayList<>();
            files.forEach(path -> seen.add(tree.blob(path)));
            folders.forEach(path -> seen.add(tree.folder(path)));
            return seen;
        }
    }
}
