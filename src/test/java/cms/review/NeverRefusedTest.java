package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.CanonicalJson;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.plan.Plan;
import cms.project.AllowedModels;
import cms.review.submit.BranchTopic;
import cms.review.submit.Change;
import cms.review.submit.ChangeOptions;
import cms.review.submit.LandingRule;
import cms.review.submit.SubmitOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes that have nothing to do with each other, 300 pairs of each kind: both are open at once, both land, none is
 * refused and both are there afterwards.
 *
 * <p>Shown to fail with the defence taken out: with a line merge of every file in place of the merge by entry and
 * field, neighbours in a small file clash in all four; with context.json committed on the change and merged by lines,
 * the second landing of the first pair clashes.
 */
@Tag("large")
class NeverRefusedTest {
    private static final int TRIALS = 300;
    private static final String CONTEXT = ".cms/context.json";

    @TempDir
    private Path folder;

    private final Random random = new Random(5);
    private Site site;

    @BeforeEach
    void start() {
        site = Site.open(folder, Plan.ENTERPRISE, "review");
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void twoPeopleAddAnEntryEach() {
        for (int trial = 0; trial < TRIALS; trial++) {
            String a = id();
            String b = id();
            Change one = site.save(a, "title", "A " + trial);
            Change two = site.save(b, "title", "B " + trial);
            landBoth(one, two);
            assertThat(site.landed().at("/" + a + "/title").asString()).isEqualTo("A " + trial);
            assertThat(site.landed().at("/" + b + "/title").asString()).isEqualTo("B " + trial);
            if (trial % 20 == 19) {
                clear();
            }
        }
    }

    @Test
    void twoPeopleChangeTwoFieldsOfOneEntry() {
        for (int trial = 0; trial < TRIALS; trial++) {
            Change one = site.save("one", "title", "T " + trial);
            Change two = site.save("one", "body", "B " + trial);
            landBoth(one, two);
            assertThat(site.landed().at("/one/title").asString()).isEqualTo("T " + trial);
            assertThat(site.landed().at("/one/body").asString()).isEqualTo("B " + trial);
        }
    }

    @Test
    void onePersonDeletesAnEntryAndAnotherEditsItsNeighbour() {
        for (int trial = 0; trial < TRIALS; trial++) {
            String gone = "z" + id(); // The last of the file: without it, the entry before loses its comma.
            site.submitted(LandingRule.AT_ONCE, gone, "title", "old");
            Change one = delete(gone);
            Change two = site.save("one", "title", "T " + trial);
            landBoth(one, two);
            assertThat(site.landed().has(gone)).isFalse();
            assertThat(site.landed().at("/one/title").asString()).isEqualTo("T " + trial);
        }
    }

    @Test
    void anyTwoWritesInAProjectWithContextJson() {
        site.changes.contextBy((project, before, merged, operation) -> java.util.Optional.of(CanonicalJson.bytes(
                cms.platform.json.Json.object().put("at", random.nextLong()).put("tool", operation.tool()))));
        for (int trial = 0; trial < TRIALS; trial++) {
            Change one = site.save("one", "title", "T " + trial);
            Change two = site.save(random.nextBoolean() ? "one" : "two", "body", "B " + trial);
            landBoth(one, two);
            assertThat(site.repository.tree(site.tip("cms")).blob(CONTEXT)).isPresent();
        }
    }

    private void landBoth(Change one, Change two) {
        List<Change> order = random.nextBoolean() ? List.of(one, two) : List.of(two, one);
        order.forEach(change -> site.merge(change.branch(), AllowedModels.all()));
    }

    private Change delete(String entry) {
        SubmitOutcome<String> outcome = site.changes.submit(
                site.project,
                Site.BO,
                BranchTopic.content("posts", "en"),
                LandingRule.BY_WORKFLOW,
                ChangeOptions.none(),
                tip -> {
                    ObjectNode posts = (ObjectNode) Site.posts(tip.tree());
                    posts.remove(entry);
                    return Site.write(
                            ChangeSet.builder()
                                    .put(Site.POSTS, CanonicalJson.bytes(posts))
                                    .build(),
                            entry);
                });
        return ((SubmitOutcome.Submitted<String>) outcome).change();
    }

    /** The file stays small, where line merges clash most. */
    private void clear() {
        CommitId before = site.tip("cms");
        site.changes.submit(
                site.project,
                Site.BO,
                BranchTopic.content("posts", "en"),
                LandingRule.AT_ONCE,
                ChangeOptions.none(),
                tip -> Site.write(
                        ChangeSet.builder()
                                .put(Site.POSTS, "{\n  \"one\": {\n    \"title\": \"old\"\n  }\n}\n")
                                .build(),
                        "one"));
        assertThat(site.tip("cms")).isNotEqualTo(before);
    }

    private String id() {
        return "e" + Long.toHexString(random.nextLong() >>> 20);
    }
}
