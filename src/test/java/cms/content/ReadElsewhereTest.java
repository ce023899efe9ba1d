package cms.content;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What is saved at one instance and read at another that has not heard of it yet: two services on one repository of a
 * remote host, which share no database, so that no signal arrives. Shown to fail where {@code atLeast} is not looked
 * at.
 */
@Timeout(120)
class ReadElsewhereTest {
    private static final String NONSENSE = "0".repeat(39) + "1";
    private static final String BEHIND = "X-Cms-Behind";

    @TempDir
    private Path folder;

    private RemoteGit git;
    private StandInHost host;
    private TestApp there;
    private TestApp here;
    private HostedProject writing;
    private HostedProject reading;
    private Http ada;
    private String before;

    @BeforeEach
    void start() {
        git = RemoteGit.in(folder);
        host = HostedProject.reachable(folder, git);
        Map<String, String> settings = new HashMap<>(host.settings());
        settings.put("CMS_SECRET", "the same secret for every instance");
        there = TestApp.start(settings);
        here = TestApp.start(settings);
        Instant now = Instant.now();
        List.of(there, here)
                .forEach(app -> app.clock().advance(Duration.between(app.clock().instant(), now)));
        host.clock = here.clock();
        writing = HostedProject.connect(host, git, there.url());
        reading = HostedProject.join(host, git, here.url());
        ada = reading.ada().http();
        before = tip(ada.get(reading.p() + "/brain/sync").is(200));
    }

    @AfterEach
    void stop() {
        here.close();
        there.close();
        host.close();
        git.close();
    }

    @Test
    void whatWasSavedThereIsReadHereByWhoNamesItsCommit() {
        String saved = save("authors", "name", "Ada").at("/commit/sha").asString();
        assertThat(changes(before, "").json().get("commit").asString()).isEqualTo(before);
        Reply news = caughtUp(() -> changes(before, "&atLeast=" + saved));
        assertThat(news.json().get("reset").asBoolean()).isFalse();
        assertThat(news.text()).contains("aaaabbbbcccc");
        String next = save("authors", "name", "Ada Byron").at("/commit/sha").asString();
        here.clock().advance(Duration.ofSeconds(1));
        Reply whole = caughtUp(() -> ada.get(reading.p() + "/brain/sync?atLeast=" + next));
        assertThat(whole.text()).contains("Ada Byron");
    }

    /** A page that kept what it read there goes on here, and not back to what stood before. */
    @Test
    void whoHasReadMoreThereIsNotSentBackHere() {
        save("authors", "name", "Ada");
        String newest =
                tip(writing.ada().http().get(writing.p() + "/brain/sync").is(200));
        Reply news = caughtUp(() -> changes(newest, ""));
        assertThat(news.json().get("reset").asBoolean()).isFalse();
        assertThat(news.json().get("commit").asString()).isEqualTo(newest);
    }

    @Test
    void aChangeThatWasMadeThereIsListedAndReadHere() {
        writing.ada()
                .http()
                .patch(writing.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        JsonNode waits = save("authors", "name", "Ada");
        String commit = waits.at("/commit/sha").asString();
        String branch = waits.get("branch").asString();
        assertThat(ada.get(reading.p() + "/branches").is(200).text()).doesNotContain(branch);
        Reply named = caughtUp(() -> ada.get(reading.p() + "/branches?atLeast=" + commit));
        assertThat(named.text()).contains(branch);
        assertThat(ada.get(reading.p() + "/brain/sync?at=" + commit + "&atLeast=" + commit)
                        .is(200)
                        .text())
                .contains("aaaabbbbcccc");
    }

    /** Before, who had undone what waited was told for a minute that an instance was behind. */
    @Test
    void aCommitThatIsGoneAgainIsWaitedForByNobody() {
        writing.ada()
                .http()
                .patch(writing.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        JsonNode waits = save("authors", "name", "Ada");
        String undone = writing.ada()
                .http()
                .post(writing.p() + "/history/" + waits.at("/commit/sha").asString() + "/revert", Map.of())
                .is(200)
                .json()
                .at("/commit/sha")
                .asString();
        assertThat(undone).hasSize(40);
        Reply open = caughtUp(() -> ada.get(reading.p() + "/branches?atLeast=" + undone));
        assertThat(open.text()).doesNotContain(waits.get("branch").asString());
    }

    @Test
    void nonsenseAsksTheHostOnceASecondAndIsRefusedWhereItIsNoCommit() {
        git.requests(HostedProject.REPOSITORY);
        caughtUp(() -> changes(before, "&atLeast=" + NONSENSE)); // the host has told everything, so it is gone
        assertThat(git.requests(HostedProject.REPOSITORY)).isNotEmpty();
        for (String other : List.of(NONSENSE, "2".repeat(40), "3".repeat(40))) {
            assertThat(changes(before, "&atLeast=" + other).header(BEHIND)).isEqualTo("true");
            assertThat(ada.get(reading.p() + "/branches?atLeast=" + other)
                            .is(200)
                            .header(BEHIND))
                    .isEqualTo("true");
        }
        assertThat(git.requests(HostedProject.REPOSITORY)).isEmpty();
        here.clock().advance(Duration.ofSeconds(1));
        changes(before, "&atLeast=" + NONSENSE);
        assertThat(git.requests(HostedProject.REPOSITORY)).isNotEmpty();
        for (String path : List.of("/brain/sync?", "/branches?", "/brain/changes?since=" + before + "&")) {
            assertThat(ada.get(reading.p() + path + "atLeast=main").is(400).text())
                    .contains("atLeast");
        }
    }

    @Test
    void whileTheHostIsAwayReadersGetWhatIsHereAndHearThatItIsOlder() {
        String saved = save("authors", "name", "Ada").at("/commit/sha").asString();
        git.fault("", Fault.STATUS_503, 1_000);
        Reply old = changes(before, "&atLeast=" + saved);
        assertThat(old.header(BEHIND)).isEqualTo("true");
        assertThat(old.json().get("commit").asString()).isEqualTo(before);
        Reply whole = ada.get(reading.p() + "/brain/sync?atLeast=" + saved).is(200);
        assertThat(whole.header(BEHIND)).isEqualTo("true");
        assertThat(ada.with("If-None-Match", whole.header("ETag"))
                        .get(reading.p() + "/brain/sync?atLeast=" + saved)
                        .is(304)
                        .header(BEHIND))
                .isEqualTo("true");
        git.noFault();
        here.clock().advance(Duration.ofMinutes(2));
        caughtUp(() -> changes(before, "&atLeast=" + saved));
    }

    /** Shown to fail where a hidden commit that is here is answered without a look, or as one that is here. */
    @Test
    void aHiddenCommitIsLookedForAndAnsweredAsOneThatIsNotThere() {
        Http bo = seesAuthorsAlone().http();
        String seen = tip(bo.get(reading.p() + "/brain/sync").is(200));
        String hidden = save("posts", "title", "Hidden").at("/commit/sha").asString();
        caughtUp(() -> changes(before, "&atLeast=" + hidden));
        for (String path : List.of("/brain/changes?since=" + seen + "&", "/branches?", "/brain/sync?")) {
            Reply first = null;
            for (String commit : List.of(hidden, NONSENSE)) {
                here.clock().advance(Duration.ofSeconds(1));
                git.requests(HostedProject.REPOSITORY);
                Reply answer = caughtUp(() -> bo.get(reading.p() + path + "atLeast=" + commit));
                assertThat(git.requests(HostedProject.REPOSITORY)).as(path).isNotEmpty();
                first = first == null ? answer : first;
                assertThat(answer.text()).isEqualTo(first.text());
            }
        }
        here.clock().advance(Duration.ofSeconds(1));
        String visible = save("authors", "name", "Ada").at("/commit/sha").asString();
        Reply news = caughtUp(() -> bo.get(reading.p() + "/brain/changes?since=" + seen + "&atLeast=" + visible));
        assertThat(news.text()).contains("aaaabbbbcccc").doesNotContain("Hidden");
    }

    /** A member with a list of models, at the instance that is read. */
    private Person seesAuthorsAlone() {
        Person bo = host.signIn(here, "bo");
        ada.post("/api/workspaces/" + reading.workspaceId() + "/members", Map.of("email", bo.email(), "role", "member"))
                .is(200);
        bo.http().get("/api/auth/me").is(200);
        ada.post(
                        reading.p() + "/members",
                        Map.of(
                                "userId",
                                bo.id(),
                                "role",
                                "editor",
                                "specificModels",
                                true,
                                "allowedModels",
                                List.of("authors")))
                .is(200);
        return bo;
    }

    private JsonNode save(String model, String field, String value) {
        Map<String, Object> entry =
                model.equals("posts") ? Map.of(field, value, "slug", "hidden") : Map.of(field, value);
        return writing.ada()
                .http()
                .post(writing.p() + "/content/" + model, Map.of("data", Map.of("aaaabbbbcccc", entry)))
                .is(200)
                .json();
    }

    /** The answer once it is not behind: a look is waited for five seconds, in which a slow machine does not end it. */
    private Reply caughtUp(Supplier<Reply> read) {
        AtomicReference<Reply> answer = new AtomicReference<>(read.get().is(200));
        eventually("nothing is lacking", () -> {
            if (!answer.get().header(BEHIND).isEmpty()) {
                here.clock().advance(Duration.ofSeconds(1));
                answer.set(read.get().is(200));
            }
            return answer.get().header(BEHIND).isEmpty();
        });
        return answer.get();
    }

    private Reply changes(String since, String more) {
        return ada.get(reading.p() + "/brain/changes?since=" + since + more).is(200);
    }

    private static String tip(Reply snapshot) {
        return snapshot.header("ETag").substring(1, 41);
    }
}
