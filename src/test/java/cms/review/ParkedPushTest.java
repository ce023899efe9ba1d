package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What may happen to a push that clashes with {@code cms} while it waits for a decision (decision 13). */
class ParkedPushTest {
    private static final String LABELS = ".cms/content/site/labels/en.json";

    @TempDir
    private Path folder;

    private TestApp app;
    private World world;
    private Reviewing reviewing;
    private GitClient clone;
    private String labels;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        reviewing = new Reviewing(world);
        clone = GitClient.clone(folder, world.ada(), "ada/blog");
        labels = clone.show("HEAD", LABELS) + "\n";
        world.ada().http().patch(world.p(), Map.of("allow_force_pushes", true)).is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail with a push that is parked only while its branch stands at it: each call was 409. */
    @Test
    void aSaveIntoAParkedPushStopsNobodyAndRejectingItIsForGood() {
        String pushed = clash("Pushed");
        String parked = parked();

        assertThat(save(world.ada(), Map.of("branch", parked), "into it")
                        .is(200)
                        .text())
                .contains(parked);

        assertThat(save(world.bo(), Map.of(), "beside it")
                        .is(200)
                        .json()
                        .get("merged")
                        .asBoolean())
                .isTrue();
        assertThat(reviewing.sync().toString()).contains("push_conflict", parked, "beside it");
        assertThat(parked()).isEqualTo(parked);
        assertThat(tip("main")).isEqualTo(pushed);

        reject(parked).is(200);

        assertThat(tip("main")).isEqualTo(tip("cms"));
        assertThat(reviewing.sync().toString())
                .contains("Saved", "beside it")
                .doesNotContain("push_conflict", "into it");
        assertThat(branches()).isEmpty();
    }

    @Test
    void anUpdatedParkedPushStopsNobodyAndLandsWithItsDecisions() {
        clash("Pushed");
        String parked = parked();
        String path = world.p() + "/branches/" + Reviewing.encode(parked);
        Reply clash = world.cy().http().post(path + "/update", Map.of()).is(409);

        world.cy()
                .http()
                .post(path + "/update", Reviewing.decided(clash, "ours"))
                .is(200);

        save(world.bo(), Map.of(), "beside it").is(200);
        assertThat(reviewing.sync().toString()).contains("push_conflict");
        world.cy().http().post(path + "/merge", Map.of()).is(200);
        assertThat(tip("main")).isEqualTo(tip("cms"));
        assertThat(reviewing.sync().toString())
                .contains("Pushed", "beside it")
                .doesNotContain("push_conflict", "Saved");
    }

    /**
     * Shown to fail where only saves said so: a page of settings told that its change had reached the default branch.
     */
    @Test
    void everyChangeThatLandsMeanwhileSaysThatItDoesNotReachTheDefaultBranch() {
        clash("Pushed");
        Http ada = world.ada().http();
        save(world.ada(), Map.of(), "meanwhile").is(200);
        Map<String, Object> published = Map.of("entryIds", List.of("0123456789ab"), "status", "published");
        Map<String, Object> form = Map.of("enabled", true, "exposedFields", List.of("title"));

        List<Reply> answers = List.of(
                ada.patch(world.p() + "/config", Map.of("strict", true)),
                ada.patch(world.p() + "/vocabulary", Map.of("terms", Map.of("term", Map.of("en", "Term")))),
                ada.patch(world.p() + "/models/posts", Map.of("form", form)),
                ada.patch(world.p() + "/content/posts/status", published));

        assertThat(answers)
                .allSatisfy(answer -> assertThat(
                                answer.is(200).json().path("defaultBranch").asString(""))
                        .isEqualTo("diverged"));
    }

    @Test
    void aBranchThatHasTheNameOfAParkedPushStopsNobody() {
        clash("Pushed");
        String parked = parked();

        clone.git("fetch", "--quiet", "origin");
        clone.git("push", "--quiet", "--force", "origin", "origin/cms:refs/heads/" + parked);

        save(world.bo(), Map.of(), "beside it").is(200);
        assertThat(parked()).startsWith(parked).hasSizeGreaterThan(parked.length());
        reject(parked()).is(200);
        assertThat(tip("main")).isEqualTo(tip("cms"));
        clone.git("push", "--quiet", "origin", ":refs/heads/" + parked);
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/cr/push").output())
                .contains("use another");
    }

    /** It may come with what is fetched from a Git host; shown to fail where it could not be deleted either. */
    @Test
    void aBranchInTheWayOfParkedPushesSaysSoAndCanBeDeleted() {
        String main = clone.git("rev-parse", "HEAD");
        GitClient.at(app.data().resolve("repositories/ada/blog.git")).git("update-ref", "refs/heads/cr/push", main);
        app.restart();
        clash("Pushed");
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/branches/health")
                        .is(200)
                        .json()
                        .get("defaultBranch")
                        .asString())
                .isEqualTo("diverged");

        clone.git("push", "--quiet", "origin", ":refs/heads/cr/push");

        save(world.bo(), Map.of(), "beside it").is(200);
        assertThat(parked()).startsWith("cr/push/");
    }

    /** Shown to fail without the refusal: the first push counted as merged, and nothing of it was there. */
    @Test
    void aPushThatHoldsAnotherOneIsRejectedAfterThat() {
        clash("First");
        String first = parked();
        push("Second");
        String second = parked();
        assertThat(second).isNotEqualTo(first);

        Reply refused = reject(second).is(409);

        assertThat(refused.json().get("code").asString()).isEqualTo("changes.in_push");
        assertThat(refused.json().at("/data/branches/0").asString()).isEqualTo(first);
        assertThat(refused.json().get("message").asString()).contains(first);
        Reply clash = reviewing.merge(first, null).is(409);
        reviewing.merge(first, Reviewing.decided(clash, "theirs")).is(200);
        assertThat(reviewing.sync().toString()).contains("First").doesNotContain("Saved");
        reject(second).is(200);
        assertThat(reviewing.sync().toString()).contains("First").doesNotContain("Second");
        assertThat(branches()).isEmpty();
    }

    /** A branch at the same commit counted as another change: each named the other for good. */
    @Test
    void twoBranchesOfOnePushDoNotWaitForEachOther() {
        String pushed = clash("Pushed");
        clone.git("push", "--quiet", "origin", pushed + ":refs/heads/cr/push/mine");

        reject(parked()).is(200);

        assertThat(tip("main")).isEqualTo(tip("cms"));
        reject("cr/push/mine").is(200);
        assertThat(branches()).isEmpty();
        assertThat(reviewing.sync().toString()).contains("Saved").doesNotContain("Pushed", "push_conflict");
    }

    @Test
    void aPushThatHoldsAChangeThatWaitsForReviewIsRejectedAfterThat() {
        reviewing.begin();
        String waiting =
                save(world.bo(), Map.of(), "of bo").is(200).json().get("branch").asString();
        clash("Pushed", waiting);
        String parked = parked();

        assertThat(reject(parked).is(409).json().at("/data/branches/0").asString())
                .isEqualTo(waiting);

        reviewing.merge(waiting, null).is(200);
        reject(parked).is(200);
        assertThat(reviewing.sync().toString()).contains("of bo", "Saved").doesNotContain("Pushed");
        assertThat(tip("main")).isEqualTo(tip("cms"));
    }

    /** Changes a label on {@code cms}, and pushes another value of it; gives the pushed commit. */
    private String clash(String value, String... taken) {
        Map<String, Object> data = Map.of("nav.home", "Saved");
        Reply saved = world.ada().http().post(world.p() + "/content/labels", Map.of("data", data));
        if (!saved.is(200).json().get("merged").asBoolean()) {
            reviewing.merge(Reviewing.branch(saved), null).is(200);
        }
        for (String branch : taken) {
            clone.git("fetch", "--quiet", "origin");
            clone.git("merge", "--quiet", "--no-edit", "origin/" + branch);
        }
        return push(value);
    }

    private String push(String value) {
        String commit = clone.write(LABELS, labels.replace("\"Home\"", "\"" + value + "\""))
                .commit(value);
        clone.git("push", "--quiet", "--force", "origin", "HEAD:refs/heads/main");
        return commit;
    }

    private Reply save(Person person, Map<String, Object> where, String title) {
        Map<String, Object> body = new HashMap<>(where);
        body.put("data", Map.of("0123456789ab", Map.of("title", title)));
        return person.http().post(world.p() + "/content/posts", body);
    }

    private Reply reject(String branch) {
        return world.cy().http().post(world.p() + "/branches/" + Reviewing.encode(branch) + "/reject", Map.of());
    }

    private String parked() {
        return world.cy()
                .http()
                .get(world.p() + "/branches/health")
                .is(200)
                .json()
                .get("parkedPush")
                .asString();
    }

    private List<String> branches() {
        JsonNode list =
                world.cy().http().get(world.p() + "/branches").is(200).json().get("branches");
        return list.values().stream()
                .map(branch -> branch.get("name").asString())
                .toList();
    }

    private String tip(String branch) {
        clone.git("fetch", "--quiet", "origin");
        return clone.git("rev-parse", "origin/" + branch);
    }
}
