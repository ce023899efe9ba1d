package cms.content.write;

import cms.content.api.Written;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPath;
import cms.format.ModelDefinition;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.Changes;
import cms.review.submit.BranchTopic;
import cms.review.submit.ChangeOptions;
import cms.review.submit.Draft;
import cms.review.submit.LandingRule;
import cms.review.submit.Tip;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Computes writes against the newest content, and submits them to review unless they are dry runs. */
public final class Writes {
    private final Changes changes;
    private final BiFunction<Project, Tree, Snapshot> snapshots;
    private final ParsedFiles files;

    public Writes(Changes changes, BiFunction<Project, Tree, Snapshot> snapshots, ParsedFiles files) {
        this.changes = changes;
        this.snapshots = snapshots;
        this.files = files;
    }

    /**
     * Makes one change set and one commit.
     *
     * @param work computes the draft of a write from the content and all files of a commit, without side effects
     */
    public <R> Written<R> submit(
            Call call, BranchTopic topic, LandingRule rule, BiFunction<Snapshot, Tree, Draft<R>> work) {
        Project project = call.project();
        requireVisible(call);
        Function<Tip, Draft<R>> compute = once(tip -> {
            Snapshot snapshot = snapshots.apply(project, tip.tree());
            Draft<R> draft = work.apply(snapshot, tip.tree());
            if (draft instanceof Draft.Write<R> write) {
                requireCovered(call.place(), snapshot, write.changes());
            }
            return draft;
        });
        ChangeOptions asked = call.changeOptions();
        ChangeOptions options = call.expectation()
                .map(expectation -> asked.expecting(tip -> {
                    if (compute.apply(tip) instanceof Draft.Write<R> write) {
                        expectation.check(
                                snapshots.apply(project, tip.tree()), write.changes(), write.operation(), files);
                    }
                }))
                .orElse(asked);
        return Written.of(changes.submit(project, call.author(), topic, rule, options, compute));
    }

    /**
     * Fails with NOT_FOUND where a caller with a list of models names a commit that they are not told of, there or not.
     */
    private void requireVisible(Call call) {
        AllowedModels models = call.place().models();
        call.options()
                .base()
                .filter(base -> !changes.mayName(call.project(), base, models))
                .ifPresent(base -> {
                    throw Failure.notFound("`base` must be a commit of this project.");
                });
    }

    /** Fails with FORBIDDEN where a write changes a file of a model or locale that the caller's role does not cover. */
    private static void requireCovered(ProjectAccess place, Snapshot snapshot, ChangeSet changes) {
        if (place.models().isAll() && place.locales().isAll()) {
            return;
        }
        for (String path : changes.paths()) {
            switch (snapshot.paths().locate(path, snapshot.models())) {
                case ContentPath.Entries at -> requireCovered(place, at.model(), at.locale());
                case ContentPath.Meta at -> requireCovered(place, at.model(), at.locale());
                case ContentPath.Document at -> requireCovered(place, at.model(), at.locale());
                case ContentPath.DocumentMeta at -> requireCovered(place, at.model(), at.locale());
                case ContentPath.Model(String id) -> place.models().require(id);
                case ContentPath.Config config -> {}
                case ContentPath.Vocabulary terms -> {}
                case ContentPath.Context context -> {}
                case ContentPath.Elsewhere elsewhere -> {}
            }
        }
    }

    /** Fails with FORBIDDEN beyond the caller's models and locales; untranslated content belongs to every locale. */
    private static void requireCovered(ProjectAccess place, ModelDefinition model, String locale) {
        place.models().require(model.id());
        if (model.i18n()) {
            place.locales().require(locale);
        }
    }

    /** Computes the draft once for each commit, so that the draft that is written is the one that was checked. */
    private static <R> Function<Tip, Draft<R>> once(Function<Tip, Draft<R>> work) {
        AtomicReference<@Nullable Made<R>> last = new AtomicReference<>();
        return tip -> {
            Made<R> known = last.get();
            if (known == null || !known.over().equals(tip.commit())) {
                known = new Made<>(tip.commit(), work.apply(tip));
                last.set(known);
            }
            return known.draft();
        };
    }

    private record Made<R>(CommitId over, Draft<R> draft) {}

    /** The newest content. */
    public Snapshot newest(Project project) {
        return snapshots.apply(project, changes.sync(project).tree());
    }
}
