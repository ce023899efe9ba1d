package cms.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.format.ContentPaths;
import cms.format.ProjectConfig.Workflow;
import cms.git.Branch;
import cms.git.ChangeSet;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.plan.Plan;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.ComparisonRoom;
import cms.project.AllowedModels;
import cms.review.branch.LandedTips;
import cms.review.branch.OpenChanges;
import cms.review.files.Comparison;
import cms.review.files.Scope;
import cms.review.submit.BranchTopic;
import cms.review.submit.Change;
import cms.review.submit.ChangeOptions;
import cms.review.submit.Draft;
import cms.review.submit.LandingRule;
import cms.review.submit.SubmitOutcome;
import cms.review.submit.Tip;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The life of a change on a real repository. */
class ChangesTest {
    private static final AllowedModels ALL = AllowedModels.all();

    @TempDir
    private Path folder;

    private Site site;

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void aLandedChangeMovesEveryBranchInOneWriteAndStaysTheAncestorOfItsMerge() {
        site = Site.open(folder, Plan.ENTERPRISE, "auto-merge");
        CommitId before = site.tip("main");

        Change change = site.save("two", "title", "new");

        assertThat(change.branch()).matches("cr/content/posts/en/\\d+-[0-9a-f]{4}");
        assertThat(change.merged()).isTrue();
        assertThat(change.workflow()).isEqualTo(Workflow.AUTO_MERGE);
        assertThat(change.diff()).extracting(FileChange::path).containsExactly(Site.POSTS);
        assertThat(change.commit().subject()).isEqualTo("cms: save posts [en]");
        assertThat(change.commit().message())
                .contains("\nCo-Authored-By: bo@example.com\n", "\nCms-Tool: save_content\n", "\nCms-Actor: bo-id\n");
        Commit merge = site.repository.commit(site.tip("cms"));
        assertThat(merge.parents()).containsExactly(before, change.commit().id());
        assertThat(site.tip("main"))
                .isEqualTo(site.tip("cms"))
                .isEqualTo(change.tip().commit());
        assertThat(site.repository.branches("cr/")).isEmpty();
        assertThat(site.landed().at("/two/title").asString()).isEqualTo("new");
    }

    @Test
    void contextIsWrittenByTheMergeAndNeverOnTheBranchOfTheChange() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
        site.changes.contextBy((project, before, merged, operation) ->
                Optional.of((operation.tool() + " " + operation.entries()).getBytes(StandardCharsets.UTF_8)));

        Change change = site.save("two", "title", "new");
        site.merge(change.branch(), ALL);

        assertThat(change.diff()).extracting(FileChange::path).containsExactly(Site.POSTS);
        byte[] context = site.repository
                .tree(site.tip("cms"))
                .read(".cms/context.json", 100)
                .orElseThrow();
        assertThat(new String(context, StandardCharsets.UTF_8)).isEqualTo("save_content [two]");
        assertThat(site.tip("main")).isEqualTo(site.tip("cms"));
    }

    @Test
    void aRefusedDraftWritesNothing() {
        site = Site.open(folder, Plan.ENTERPRISE, "auto-merge");
        CommitId cms = site.changes.sync(site.project).commit();

        SubmitOutcome<String> outcome = site.changes.submit(
                site.project,
                Site.BO,
                BranchTopic.config(),
                LandingRule.AT_ONCE,
                ChangeOptions.none(),
                tip -> new Draft.Refusal<>("no"));

        assertThat(outcome).isEqualTo(new SubmitOutcome.Refused<>("no", Workflow.AUTO_MERGE));
        assertThat(site.repository.branches("")).containsExactly(new Branch("cms", cms), new Branch("main", cms));
    }

    @Test
    void aDraftThatThrowsUndoesTheWholeWrite() {
        site = Site.open(folder, Plan.ENTERPRISE, "auto-merge");

        assertThatThrownBy(() -> site.changes.submit(
                        site.project, Site.BO, BranchTopic.config(), LandingRule.AT_ONCE, ChangeOptions.none(), tip -> {
                            throw Failure.unprocessable("No.");
                        }))
                .isInstanceOf(Failure.class);
        assertThat(site.repository.tip("cms")).isEmpty();
    }

    @Test
    void underReviewContentWaitsWhoeverWroteItAndSettingsDoNot() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");

        Change waiting = site.save("two", "title", "new");
        Change settings = site.submitted(LandingRule.AT_ONCE, "three", "title", "now");

        assertThat(waiting.merged()).isFalse();
        assertThat(waiting.workflow()).isEqualTo(Workflow.REVIEW);
        assertThat(settings.merged()).isTrue();
        assertThat(site.changes.branches(site.project, ALL))
                .extracting(Branch::name)
                .containsExactly(waiting.branch());
        assertThat(site.landed().has("two")).isFalse();
        assertThat(site.landed().has("three")).isTrue();
    }

    @Test
    void aPlanWithoutReviewLandsAtOnce() {
        site = Site.open(folder, Plan.FREE, "review");

        Change change = site.save("two", "title", "new");

        assertThat(change.merged()).isTrue();
        assertThat(change.workflow()).isEqualTo(Workflow.AUTO_MERGE);
    }

    @Test
    void anUnreadableConfigurationLandsNothingUnseen() {
        site = Site.open(folder, Plan.ENTERPRISE, "auto-merge");
        site.outside("main", ".cms/config.json", "{ broken");

        assertThat(site.save("two", "title", "new").merged()).isFalse();
    }

    @Test
    void changesOfDifferentValuesMergeAndOfTheSameValueClash() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
        Change title = site.save("one", "title", "mine");
        Change body = site.save("one", "body", "mine");
        Change other = site.save("one", "title", "theirs");

        site.merge(title.branch(), ALL);
        site.merge(body.branch(), ALL);

        assertThat(site.landed().get("one").toString()).isEqualTo("{\"body\":\"mine\",\"title\":\"mine\"}");
        CommitId cms = site.tip("cms");
        assertThatThrownBy(() -> site.merge(other.branch(), ALL)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.CONFLICT);
            assertThat(failure.code()).contains("content.conflict");
            JsonNode conflict = (JsonNode) ((List<?>) failure.data().get("conflicts")).getFirst();
            assertThat(conflict.get("path").asString()).isEqualTo(Site.POSTS);
            assertThat(conflict.get("model").asString()).isEqualTo("posts");
            assertThat(conflict.get("locale").asString()).isEqualTo("en");
            assertThat(conflict.get("entry").asString()).isEqualTo("one");
            assertThat(conflict.get("field").asString()).isEqualTo("title");
            assertThat(conflict.get("base").asString()).isEqualTo("old");
            assertThat(conflict.get("ours").asString()).isEqualTo("mine");
            assertThat(conflict.get("theirs").asString()).isEqualTo("theirs");
        });
        assertThat(site.tip("cms")).isEqualTo(cms);
        assertThat(site.repository.tip(other.branch())).isPresent();
    }

    @Test
    void concurrentWritersLoseNothing() throws Exception {
        site = Site.open(folder, Plan.ENTERPRISE, "auto-merge");
        int writers = 8;
        int rounds = 10;
        List<Callable<Change>> work = new ArrayList<>();
        for (int i = 0; i < writers * rounds; i++) {
            String entry = "entry" + i;
            work.add(() -> site.save(entry, "title", entry));
        }

        try (ExecutorService pool = Executors.newFixedThreadPool(writers)) {
            for (Future<Change> done : pool.invokeAll(work)) {
                Change change = done.get();
                assertThat(change.merged()).isTrue();
                assertThat(site.repository.isAncestor(change.commit().id(), site.tip("cms")))
                        .isTrue();
            }
        }

        assertThat(site.landed().size()).isEqualTo(writers * rounds + 1);
        assertThat(site.tip("main")).isEqualTo(site.tip("cms"));
    }

    @Test
    void whatTheDefaultBranchGotFromOutsideIsTakenInFirst() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
        Change waiting = site.save("two", "title", "new");
        site.outside("main", "README.md", "hello");

        Tip tip = site.changes.sync(site.project);

        assertThat(tip.tree().read("README.md", 10)).isPresent();
        site.merge(waiting.branch(), ALL);
        assertThat(site.repository.tree(site.tip("main")).read("README.md", 10)).isPresent();
        assertThat(site.tip("main")).isEqualTo(site.tip("cms"));
    }

    @Test
    void aPushThatClashesIsParkedAndDiscardedForGoodByRejectingIt() {
        site = diverged();
        CommitId cms = site.tip("cms");
        CommitId pushed = site.tip("main");

        assertThat(site.changes.sync(site.project).commit()).isEqualTo(cms);
        site.changes.sync(site.project);

        String parked = site.changes
                .health(site.project, AllowedModels.all())
                .parkedPush()
                .orElseThrow();
        assertThat(parked).matches("cr/push/\\d+-[0-9a-f]{4}");
        assertThat(site.changes.health(site.project, AllowedModels.all()).defaultBranch())
                .isEqualTo("diverged");
        assertThat(site.tip(parked)).isEqualTo(pushed);
        assertThat(site.tip("main")).isEqualTo(pushed);
        assertThat(site.save("four", "title", "goes on").merged()).isTrue();
        assertThat(site.tip("main")).isEqualTo(pushed);

        site.reject(parked, ALL);

        assertThat(site.tip("main")).isEqualTo(site.tip("cms"));
        assertThat(site.landed().at("/one/title").asString()).isEqualTo("ours");
        assertThat(site.changes.health(site.project, AllowedModels.all()).parkedPush())
                .isEmpty();
        assertThat(site.repository.branches("cr/")).isEmpty();
    }

    @Test
    void aDefaultBranchThatLagsIsReportedAndFollowsLater() {
        site = Site.open(folder, Plan.ENTERPRISE, "auto-merge");
        CommitId first = site.tip("main");
        site.save("one", "title", "landed");
        CommitId landed = site.tip("cms");
        assertThat(site.changes.health(site.project, AllowedModels.all()).defaultBranch())
                .isEqualTo("current");
        site.repository.write(writing -> {
            writing.move("main", landed, first);
            return true;
        });
        assertThat(site.changes.health(site.project, AllowedModels.all()).defaultBranch())
                .isEqualTo("behind");
        assertThat(site.changes.health(site.project, AllowedModels.all()).status())
                .isEqualTo("warning");

        site.changes.catchUp(site.project);

        assertThat(site.tip("main")).isEqualTo(landed);
        assertThat(site.changes.health(site.project, AllowedModels.all()).defaultBranch())
                .isEqualTo("current");
    }

    /** {@code cms} and {@code main} each set the title of the same entry, unseen by the other. */
    private Site diverged() {
        Site made = Site.open(folder, Plan.ENTERPRISE, "auto-merge");
        made.changes.sync(made.project);
        made.outside("main", Site.POSTS, "{\"one\":{\"body\":\"old\",\"title\":\"pushed\"}}");
        made.outside("cms", Site.POSTS, "{\"one\":{\"body\":\"old\",\"title\":\"ours\"}}");
        return made;
    }

    @Test
    void rejectingRemovesTheBranchAndNothingElse() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
        Change waiting = site.save("two", "title", "new");
        CommitId cms = site.tip("cms");

        site.reject(waiting.branch(), ALL);

        assertThat(site.repository.branches("cr/")).isEmpty();
        assertThat(site.tip("cms")).isEqualTo(cms);
        assertThatThrownBy(() -> site.reject(waiting.branch(), ALL))
                .isInstanceOfSatisfying(
                        Failure.class, gone -> assertThat(gone.kind()).isEqualTo(FailureKind.NOT_FOUND));
    }

    @Test
    void cleaningUpRemovesOnlyWhatHasLanded() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
        Change waiting = site.save("two", "title", "new");
        site.repository.write(writing -> {
            writing.create("cr/by/hand", site.tip("cms"));
            return true;
        });

        site.changes.decisions.delete(site.project, site.repository.branches("cr/content/"));
        OpenChanges.Cleanup cleanup = site.changes.decisions.cleanUp(site.project, Site.CY, Optional.empty());

        assertThat(cleanup.deleted()).containsExactly("cr/by/hand");
        assertThat(cleanup.remaining()).isEqualTo(1);
        assertThat(site.repository.tip(waiting.branch())).isPresent();
    }

    @Test
    void manyOpenChangesWarnAndBlockNothing() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
        for (int i = 0; i < 49; i++) {
            site.save("entry" + i, "title", "x");
        }
        assertThat(site.changes.health(site.project, AllowedModels.all()).status())
                .isEqualTo("ok");

        site.save("last", "title", "x");

        assertThat(site.changes.health(site.project, AllowedModels.all()).status())
                .isEqualTo("warning");
        assertThat(site.changes.health(site.project, AllowedModels.all()).unmergedCount())
                .isEqualTo(50);
        assertThat(site.submitted(LandingRule.AT_ONCE, "more", "title", "x").merged())
                .isTrue();
    }

    @Test
    void aListOfModelsLimitsWhatIsSeenAndLanded() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
        Change posts = site.save("two", "title", "new");
        ChangeSet config = ChangeSet.builder().put(".cms/config.json", "{}").build();
        SubmitOutcome<String> outcome = site.changes.submit(
                site.project,
                Site.BO,
                BranchTopic.content("posts", "en"),
                LandingRule.BY_WORKFLOW,
                ChangeOptions.none(),
                tip -> Site.write(config, "two"));
        String sly = ((SubmitOutcome.Submitted<String>) outcome).change().branch();
        AllowedModels onlyPosts = AllowedModels.only(List.of("posts"));
        AllowedModels onlyPages = AllowedModels.only(List.of("pages"));

        assertThat(shown(site, posts.branch(), onlyPosts)).hasSize(1);
        assertThat(shown(site, posts.branch(), onlyPages)).isEmpty();
        assertThat(shown(site, sly, onlyPosts)).isEmpty();
        assertThat(site.changes.branches(site.project, onlyPages)).isEmpty();
        assertThatThrownBy(() -> site.merge(posts.branch(), onlyPages))
                .isInstanceOfSatisfying(
                        Failure.class, no -> assertThat(no.kind()).isEqualTo(FailureKind.FORBIDDEN));
        assertThatThrownBy(() -> site.merge(sly, onlyPosts))
                .isInstanceOfSatisfying(
                        Failure.class, no -> assertThat(no.kind()).isEqualTo(FailureKind.FORBIDDEN));
        assertThat(site.merge(posts.branch(), onlyPosts).merged()).isTrue();
    }

    @Test
    void listenersHearOfDurableMovesAndOneThatFailsHarmsNobody() {
        site = Site.open(folder, Plan.ENTERPRISE, "auto-merge");
        List<String> heard = new ArrayList<>();
        site.changes.onMoved(moved -> {
            throw new IllegalStateException("broken listener");
        });
        site.changes.onMoved(moved -> {
            assertThat(site.repository.tip(moved.branch())).isEqualTo(Optional.ofNullable(moved.after()));
            heard.add(moved.branch() + " " + moved.cause());
        });

        site.changes.sync(site.project);
        site.save("two", "title", "new");

        assertThat(heard).containsExactly("cms SYNCED", "cms LANDED", "main LANDED");
    }

    private static List<Comparison.File> shown(Site site, String branch, AllowedModels allowed) {
        var open = new OpenChanges(site.repository, "main", ContentPaths.under(""), new LandedTips());
        return ComparisonRoom.answer(
                "w", room -> open.diff(branch, Scope.of(allowed), room).files(), files -> files);
    }
}
