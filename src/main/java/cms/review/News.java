package cms.review;

import cms.format.ContentBranches;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Hosting;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.branch.BranchNames;
import cms.review.branch.LandedTips;
import cms.review.branch.OpenChanges;
import cms.review.files.TreeModels;
import cms.review.history.CommitProof;
import cms.review.journal.Fact;
import cms.review.journal.Facts;
import cms.review.journal.JournalPosition;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The events of a project, read from its commits from any position on; the same position gives the same events. */
public final class News {
    /** A client that has missed more events than this reads everything anew. */
    private static final int COMMITS_MAX = 1_000;

    private final Hosting hosting;
    private final CommitProof proof;

    News(Hosting hosting, CommitProof proof) {
        this.hosting = hosting;
        this.proof = proof;
    }

    /** The present position of a project, for {@link #since}. */
    public String place(Project project) {
        return JournalPosition.now(hosting.repository(project.repoFullName()), project.defaultBranch())
                .text();
    }

    /** The events since a position, oldest first; empty when the position is unknown, or there are too many events. */
    public Optional<List<BranchNews.Published>> since(Project project, String place) {
        return read(project, place, (facts, from) -> facts.since(from, COMMITS_MAX));
    }

    /** The same up to another position, without what has happened after it. */
    public Optional<List<BranchNews.Published>> between(Project project, String place, String until) {
        return JournalPosition.parse(until)
                .flatMap(end -> read(project, place, (facts, from) -> facts.between(from, end, COMMITS_MAX)));
    }

    private Optional<List<BranchNews.Published>> read(
            Project project, String place, BiFunction<Facts, JournalPosition, List<Fact>> reading) {
        Repository repository = hosting.repository(project.repoFullName());
        return JournalPosition.parse(place).flatMap(from -> {
            try {
                requireOwn(repository, from);
                Facts facts = new Facts(repository, proof, project.id(), project.defaultBranch());
                return Optional.of(reading.apply(facts, from).stream()
                        .filter(fact -> fact.kind() != Fact.Kind.MAIN)
                        .map(fact -> new BranchNews.Published(
                                BranchNews.of(project, fact), fact.then().text()))
                        .toList());
            } catch (Failure unknown) {
                return Optional.empty();
            }
        });
    }

    /** Fails for a position whose commits are not in the repository: it may be one of another project. */
    private static void requireOwn(Repository repository, JournalPosition from) {
        Stream.of(from.trunk(), from.journal())
                .filter(sha -> !sha.isEmpty())
                .forEach(sha -> repository.commit(new CommitId(sha)));
    }

    /** The ids of models, and the locales of their content, that differ between two commits. */
    public record Touched(List<String> models, List<String> locales) {}

    /**
     * The models and locales that differ between two commits. They are read under a mark
     * ({@link Hosting#readingContent}), because a pending webhook looks them up again after each start.
     *
     * @param before empty to compare with no content
     * @return no models and no locales for a repository that is left alone: a receiver hears of the push at once,
     *     without them
     */
    public Touched touched(Project project, String before, String after) {
        return marked(project, () -> compared(project, before, after));
    }

    private Touched marked(Project project, Supplier<Touched> look) {
        AtomicReference<Touched> found = new AtomicReference<>(new Touched(List.of(), List.of()));
        hosting.readingContent("look " + project.id(), project.repoFullName(), () -> found.set(look.get()));
        return found.get();
    }

    private Touched compared(Project project, String before, String after) {
        Repository repository = hosting.repository(project.repoFullName());
        ContentPaths paths = ContentPaths.under(project.contentRoot());
        Tree old = before.isEmpty() ? repository.emptyTree() : repository.tree(new CommitId(before));
        Tree now = repository.tree(new CommitId(after));
        Collection<ModelDefinition> known = TreeModels.heads(paths, List.of(old, now));
        Set<String> models = new TreeSet<>();
        Set<String> locales = new TreeSet<>();
        for (FileChange change : repository.diff(old, now)) {
            switch (paths.locate(change.path(), known)) {
                case ContentPath.Model(String id) -> models.add(id);
                case ContentPath.Entries(ModelDefinition model, String locale) -> note(models, model, locales, locale);
                case ContentPath.Document(ModelDefinition model, var _, String locale) ->
                    note(models, model, locales, locale);
                case ContentPath.Meta(ModelDefinition model, String locale) -> note(models, model, locales, locale);
                case ContentPath.DocumentMeta(ModelDefinition model, var _, String locale) ->
                    note(models, model, locales, locale);
                case ContentPath.Config _,
                        ContentPath.Vocabulary _,
                        ContentPath.Context _,
                        ContentPath.Elsewhere _ -> {}
            }
        }
        return new Touched(List.copyOf(models), List.copyOf(locales));
    }

    /**
     * The models and entries of a change: of the commit on {@code cms} by which it landed, or of the last one of a
     * discarded branch.
     */
    public Touched touchedBy(Project project, String sha) {
        return marked(project, () -> comparedBy(project, sha));
    }

    private Touched comparedBy(Project project, String sha) {
        Repository repository = hosting.repository(project.repoFullName());
        CommitId commit = new CommitId(sha);
        CommitId base = repository
                .tip(ContentBranches.TRUNK)
                .flatMap(tip -> repository.mergeBase(tip, commit))
                .orElse(commit);
        Optional<CommitId> before = base.equals(commit)
                ? repository.commit(commit).parents().stream().findFirst()
                : Optional.of(base);
        return compared(project, before.map(CommitId::sha).orElse(""), sha);
    }

    private static void note(Set<String> models, ModelDefinition model, Set<String> locales, String locale) {
        models.add(model.id());
        if (!locale.equals(ContentPaths.DATA)) {
            locales.add(locale);
        }
    }

    /** Whether the caller may hear of an announcement; with a list of models only of those about these models. */
    public boolean shows(Project project, BranchNews news, AllowedModels allowed) {
        if (allowed.isAll()) {
            return true;
        }
        if (news instanceof BranchNews.ContentChanged content
                && content.about().by().model().isEmpty()) {
            return new OpenChanges(
                            hosting.repository(project.repoFullName()),
                            project.defaultBranch(),
                            ContentPaths.under(project.contentRoot()),
                            new LandedTips())
                    .touches(content.before(), content.sha(), allowed);
        }
        // A change is named after the model of its first commit; others may write into it.
        if (!(news instanceof BranchNews.ContentChanged) && !BranchNames.isVisible(news.branch(), allowed)) {
            return false;
        }
        String model = news.about().by().model();
        return model.isEmpty()
                ? BranchNames.model(news.branch()).filter(allowed::allows).isPresent()
                : allowed.allows(model);
    }
}
