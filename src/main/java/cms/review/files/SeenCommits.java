package cms.review.files;

import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.compute.Cancellation;
import cms.platform.crypto.Hashes;
import cms.project.AllowedModels;
import cms.project.Project;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The newest commit of a line that changed anything that a caller with a list of models may see: the configuration, the
 * vocabulary, the definitions of these models, their content and its meta. Between it and the end of the line the
 * caller sees one state, so that both stand for the same content, and only this one stays where it is when something
 * else lands.
 */
public final class SeenCommits {
    /**
     * Most commits that one search compares; when all of them look the same, the tip itself is the answer, and kept.
     */
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

    /** A repository, or the writing that sees more of it than others do. */
    private record Source(Function<CommitId, Tree> tree, Function<CommitId, List<CommitId>> parents) {
        static Source of(Repository repository) {
            return new Source(
                    repository::tree, commit -> repository.commit(commit).parents());
        }

        static Source of(Writing writing) {
            return new Source(writing::tree, commit -> writing.info(commit).parents());
        }

        Optional<CommitId> before(CommitId commit) {
            return parents.apply(commit).stream().findFirst();
        }
    }

    /** The cached answer of {@link #newest}; empty when there is none. */
    public Optional<CommitId> find(Project project, CommitId tip, AllowedModels allowed) {
        return allowed.isAll() ? Optional.of(tip) : Optional.ofNullable(known.getIfPresent(key(project, tip, allowed)));
    }

    /**
     * The newest commit from a tip back that changed a model of the caller's list; the tip where the list has all
     * models.
     */
    public CommitId newest(Project project, Repository repository, CommitId tip, AllowedModels allowed) {
        return newest(project, Source.of(repository), tip, allowed);
    }

    /** The same for a tip that a write may have made just now. */
    public CommitId newest(Project project, Writing writing, CommitId tip, AllowedModels allowed) {
        return newest(project, Source.of(writing), tip, allowed);
    }

    /**
     * Whether a commit changed anything that the caller may see, or stands for a line that did not. Takes about as long
     * whatever it changed, and however far back that line goes.
     */
    public boolean isNewest(Project project, Repository repository, CommitId commit, AllowedModels allowed) {
        Source source = Source.of(repository);
        Tree tree = repository.tree(commit);
        State state = state(project, tree, allowed);
        boolean same = source.before(commit)
                .filter(before -> state.in(repository.tree(before)).equals(state.in(tree)))
                .isPresent();
        return find(project, commit, allowed).filter(commit::equals).isPresent() || !same;
    }

    private CommitId newest(Project project, Source source, CommitId tip, AllowedModels allowed) {
        return find(project, tip, allowed).orElseGet(() -> {
            CommitId found = walk(project, source, tip, allowed);
            @Nullable CommitId sooner = known.asMap().putIfAbsent(key(project, tip, allowed), found);
            return sooner == null ? found : sooner;
        });
    }

    private static Key key(Project project, CommitId commit, AllowedModels allowed) {
        List<String> ids = allowed.list().orElseThrow();
        return new Key(project.id(), Hashes.sha256Hex(String.join(" ", ids)), commit);
    }

    /**
     * Commits that look the same have the same definitions, and so the same folders: those of the tip serve for all.
     */
    private CommitId walk(Project project, Source source, CommitId tip, AllowedModels allowed) {
        Cancellation cancellation = Cancellation.current();
        Tree tree = source.tree().apply(tip);
        State state = state(project, tree, allowed);
        List<Object> seen = state.in(tree);
        CommitId at = tip;
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            cancellation.pause();
            Optional<CommitId> before = source.before(at);
            if (before.isEmpty() || !state.in(source.tree().apply(before.get())).equals(seen)) {
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

    private static State state(Project project, Tree tree, AllowedModels allowed) {
        return new State(
                ContentPaths.under(project.contentRoot()), allowed.list().orElseThrow(), tree);
    }

    /**
     * The files and folders that the caller may see; {@link #in} answers with their object names in a tree, in one
     * order.
     */
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
            return blob.map(found -> TreeModels.read(tree, paths.model(id), id, found, ContentFile.budget()))
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
