package cms.review;

import cms.format.ContentPaths;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Hosting;
import cms.platform.events.Announcements;
import cms.project.ModelListStore;
import cms.project.Project;
import cms.review.files.RenamedModels;
import cms.review.journal.Fact;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells the rooms below that a landing gave a model another id on {@code cms}, so that their rows about its entries
 * take the new one. Announced in the transaction of its {@link BranchNews.ContentChanged}, before that; renames by a
 * push count, too.
 */
public record ModelRenamed(String projectId, String from, String to) {
    /** Lets what rows of a project are narrowed to follow its models. */
    public static void followedBy(ModelListStore lists, Announcements announcements) {
        announcements.within(
                ModelRenamed.class, (tx, model) -> lists.rename(tx, model.projectId(), model.from(), model.to()));
    }

    /**
     * The announcements of a fact: first the models that it renamed, then its news, which name the new ids. A listener
     * that may know of some models only learns the new ids from the first.
     */
    static List<Record> withNews(Hosting hosting, Project project, Fact fact) {
        List<Record> records = new ArrayList<>(
                switch (fact.kind()) {
                    case SAVED, CONTENT -> of(hosting.repository(project.repoFullName()), project, fact);
                    case OPENED, UPDATED, LANDED, REJECTED, REMOVED, PUSHED, MAIN -> List.<ModelRenamed>of();
                });
        records.add((Record) BranchNews.of(project, fact));
        return records;
    }

    private static List<ModelRenamed> of(Repository repository, Project project, Fact fact) {
        if (fact.before() == null || fact.after() == null || isOfEntries(fact)) {
            return List.of();
        }
        Tree before = repository.tree(fact.before());
        Tree after = repository.tree(fact.after());
        return RenamedModels.between(ContentPaths.under(project.contentRoot()), before, after).entrySet().stream()
                .map(renamed -> new ModelRenamed(project.id(), renamed.getKey(), renamed.getValue()))
                .toList();
    }

    /** Most commits: what writes entries leaves the models as they are. */
    private static boolean isOfEntries(Fact fact) {
        return fact.kind() == Fact.Kind.SAVED
                && switch (fact.by().kind()) {
                    case SAVE, STATUS, SCHEDULE, DELETION -> true;
                    case CONTENT, MODEL, SETTINGS, BRANCH, UNDO -> false;
                };
    }
}
