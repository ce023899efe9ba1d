package cms.robot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.access.AllowedLocales;
import cms.access.Capability;
import cms.access.KeyRole;
import cms.content.Contents;
import cms.content.api.ConfigRequest;
import cms.content.api.InitRequest;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.SaveReport;
import cms.content.api.VocabularyRequest;
import cms.content.api.WriteOptions;
import cms.content.api.Written;
import cms.content.api.Written.Status;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.idempotency.IdempotencyKey;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.DecisionOptions;
import cms.review.HistoryQuery;
import cms.review.Reviews;
import cms.review.submit.Landed;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A caller that is no person and sends no request: what the agent, remote tools and forms are to the rooms. */
class RobotTest {
    private static final String ID = "aaaabbbbcccc";
    private static final String OTHER = "ddddeeeeffff";

    private TestApp app;
    private World world;
    private Robot robot;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        robot = robot(KeyRole.EDITOR);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aKeySavesPublishesAndIsNamedInCommitMetaHistoryAndLog() {
        Written<SaveReport> saved = robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "One"));
        robot.publish("posts", "en", ID);

        assertThat(saved.status()).isEqualTo(Status.COMMITTED);
        assertThat(saved.merged()).isTrue();
        JsonNode meta = world.ada().http().get(world.p() + "/brain/sync").json().at("/meta/posts:en/" + ID);
        assertThat(meta.get("status").asString()).isEqualTo("published");
        assertThat(meta.get("source").asString()).isEqualTo("agent");
        JsonNode landing =
                world.ada().http().get(world.p() + "/history?limit=1").json().at("/history/0");
        assertThat(List.of(
                        landing.get("origin").asString(),
                        landing.get("via").asString(),
                        landing.at("/actor/id").asString(),
                        landing.get("client").asString()))
                .containsExactly("mcp", "mcp_key:" + Robot.KEY, world.ada().id(), "mcp-hosted");
        JsonNode entry = log("update_status");
        assertThat(entry.get("origin").asString()).isEqualTo("mcp");
        assertThat(entry.at("/via/kind").asString()).isEqualTo("mcp_key");
        assertThat(entry.at("/via/id").asString()).isEqualTo(Robot.KEY);
    }

    /** The log is told from commits, so it also knows what no row said when the process ended. */
    @Test
    void aRestartLosesNothingOfWhoItWas() {
        robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "One"));
        app.restart();

        assertThat(log("save_content").at("/via/id").asString()).isEqualTo(Robot.KEY);
    }

    @Test
    void whatIsThereAlreadyNeedsNoCommit() {
        robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "One"));
        world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Robot.entry(ID, "Two")))
                .is(200);
        String before = head();

        Written<SaveReport> again = robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "Two"));

        assertThat(again.status()).isEqualTo(Status.UNCHANGED);
        assertThat(head()).isEqualTo(before);
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/brain/sync")
                        .json()
                        .at("/meta/posts:en/" + ID + "/source")
                        .asString())
                .as("who wrote it last stays")
                .isEqualTo("human");
    }

    @Test
    void optionsOfTheVerbAreThoseOfARequest() {
        Written<SaveReport> tried = robot.save(WriteOptions.none().tried(), "posts", "en", Robot.entry(ID, "One"));
        assertThat(tried.status()).isEqualTo(Status.DRY_RUN);
        assertThat(tried.diff()).isNotEmpty();
        assertThat(robot.list("posts", "en").entries())
                .noneMatch(item -> item.id().equals(ID));

        robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "One"));
        String tag = robot.list("posts", "en").entries().stream()
                .filter(item -> item.id().equals(ID))
                .findFirst()
                .orElseThrow()
                .tag();
        robot.save(WriteOptions.none().expecting(Set.of(tag)), "posts", "en", Robot.entry(ID, "Two"));
        refused(
                FailureKind.PRECONDITION_FAILED,
                () -> robot.save(WriteOptions.none().expecting(Set.of(tag)), "posts", "en", Robot.entry(ID, "Three")));
    }

    @Test
    void aChangeThatWaitsIsComparedContinuedAndUndoneWithOthersInOne() {
        CommitId first = landed(robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "One")));
        CommitId second = landed(robot.save(WriteOptions.none(), "posts", "en", Robot.entry(OTHER, "Other")));
        CommitId third = landed(robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "Two")));
        robot.revert(List.of(first, third, second));
        assertThat(robot.list("posts", "en").entries())
                .noneMatch(item -> item.id().equals(ID) || item.id().equals(OTHER));
        refused(FailureKind.CONFLICT, () -> robot.revert(List.of(first, second, third)));

        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        Written<SaveReport> waits = robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "Waits"));
        String branch = waits.change().orElseThrow().branch();
        robot.save(WriteOptions.none().onBranch(branch), "posts", "en", Robot.entry(OTHER, "Too"));

        assertThat(waits.merged()).isFalse();
        assertThat(robot.difference(branch).json().toString()).contains("Waits", "Too");
        refused(
                FailureKind.FORBIDDEN,
                () -> reviews().merge(robot.place(), robot.author(), branch, DecisionOptions.none()));
        Robot admin = robot(KeyRole.ADMIN);
        var mark = new IdempotencyKey(admin.author().id(), "tool merge", "m-1", branch).mark();
        DecisionOptions once = DecisionOptions.none().marked(Optional.of(mark));
        Landed landed = reviews().merge(admin.place(), admin.author(), branch, once);
        assertThat(landed.merged()).isTrue();
        assertThat(reviews().merge(admin.place(), admin.author(), branch, once).sha())
                .as("a repeat under the same mark, although the branch is gone")
                .isEqualTo(landed.sha());
    }

    @Test
    void beyondItsModelsAndLocalesAKeyNeitherReadsNorWrites() {
        refused(FailureKind.FORBIDDEN, () -> robot.save(WriteOptions.none(), "authors", "en", Json.object()));
        refused(FailureKind.FORBIDDEN, () -> robot.save(WriteOptions.none(), "posts", "de", Robot.entry(ID, "Eins")));
        refused(
                FailureKind.FORBIDDEN,
                () -> app.doors()
                        .content()
                        .copyLocale(
                                robot.place(),
                                robot.author(),
                                WriteOptions.none(),
                                new LocaleCopyRequest("posts", "en", "de", List.of())));
        refused(FailureKind.NOT_FOUND, () -> robot.list("authors", "en"));
        refused(FailureKind.NOT_FOUND, () -> robot.list("posts", "de"));
        assertThat(app.doors().content().models(robot.place(), Optional.empty()))
                .extracting(model -> model.id())
                .containsExactly("posts");

        CommitId german = landed(world.bo(), "de");
        refused(FailureKind.NOT_FOUND, () -> robot.revert(List.of(german)));
        assertThat(reviews()
                        .history(
                                robot.place(),
                                new HistoryQuery(
                                        Optional.empty(), Optional.of("posts"), Optional.empty(), Optional.empty(), 10),
                                Object::toString))
                .doesNotContain("Eins");
        assertThat(app.doors()
                        .content()
                        .search(robot.place(), Optional.empty(), "Eins", Optional.empty(), Optional.empty(), 10)
                        .get("total")
                        .asInt())
                .isZero();
        assertThat(app.doors()
                        .content()
                        .overview(robot.place(), Optional.empty())
                        .at("/models/0/entries"))
                .hasToString("{\"en\":" + robot.list("posts", "en").total() + "}");
    }

    /** A model that a key may delete takes the content of all locales with it: the files say so, whatever is asked. */
    @Test
    void aWriteThatWouldTouchAnotherLocaleIsRefusedByTheFilesItChanges() {
        Robot admin = robot(KeyRole.ADMIN, "labels");

        assertThat(admin.place().rights().may(Capability.DELETE_MODEL)).isTrue();
        refused(
                FailureKind.FORBIDDEN,
                () -> app.doors().content().deleteModel(admin.place(), admin.author(), WriteOptions.none(), "labels"));
    }

    /** What a key of one locale says of the project as a whole it says in that locale; it decides about none of it. */
    @Test
    void aKeyOfOneLocaleChangesNoSettingOfAnother() {
        Contents content = app.doors().content();
        ProjectAccess english = place(AllowedLocales.only(List.of("en")));
        ObjectNode both = Json.object();
        both.putObject("hello").put("en", "Hello").put("de", "Hallo");
        content.setVocabulary(
                place(AllowedLocales.all()), robot.author(), WriteOptions.none(), new VocabularyRequest(both));

        ObjectNode gone = Json.object().putNull("hello");
        refused(
                FailureKind.FORBIDDEN,
                () -> content.setVocabulary(english, robot.author(), WriteOptions.none(), new VocabularyRequest(gone)));
        refused(
                FailureKind.FORBIDDEN,
                () -> content.setConfig(english, robot.author(), WriteOptions.none(), locales("en", "de", "fr")));
        refused(
                FailureKind.FORBIDDEN,
                () -> content.initialise(
                        english,
                        robot.author(),
                        WriteOptions.none(),
                        new InitRequest("other", locales("en", "fr"), Map.of())));
        ObjectNode own = Json.object();
        own.putObject("hello").put("en", "Good morning");
        content.setVocabulary(english, robot.author(), WriteOptions.none(), new VocabularyRequest(own));
        CommitId changed = new CommitId(head());
        refused(
                FailureKind.NOT_FOUND,
                () -> reviews().revert(english, robot.author(), List.of(changed), DecisionOptions.none()));
    }

    @Test
    void whatHealthAndOverviewSayOfAnotherLocaleIsHidden() {
        robot.save(WriteOptions.none(), "posts", "en", Robot.entry(ID, "One"));
        Contents content = app.doors().content();
        ProjectAccess english = place(AllowedLocales.only(List.of("en")));
        ProjectAccess whole = place(AllowedLocales.all());

        assertThat(content.health(whole, Optional.empty()).toString()).contains("missing in the locale de");
        assertThat(content.health(english, Optional.empty()).toString()).doesNotContain("locale de");
        assertThat(content.overview(whole, Optional.empty()).get("context").isObject())
                .isTrue();
        assertThat(content.overview(english, Optional.empty()).get("context").isNull())
                .isTrue();
    }

    /** A remote tool calls it otherwise than a route; what it is about is the same. */
    @Test
    void theLogKnowsWhatAWriteIsAboutWhateverItsToolIsCalled() {
        app.doors()
                .content()
                .deleteModel(
                        place(AllowedLocales.all()),
                        robot.author().withTool("cms_any_name"),
                        WriteOptions.none(),
                        "labels");

        assertThat(log("cms_any_name").get("entity").asString()).isEqualTo("models");
        assertThat(log("cms_any_name").get("recordId").asString()).isEqualTo("labels");
    }

    @Test
    void twoModelsOfOneIdAreRefusedWhoeverSendsThem() {
        ObjectNode model = Json.object().put("id", "notes").put("name", "Notes");
        refused(FailureKind.INVALID, () -> InitRequest.of("other", ConfigRequest.nothing(), List.of(model, model)));
    }

    private static ConfigRequest locales(String... supported) {
        return new ConfigRequest(
                Optional.empty(),
                Optional.of("en"),
                Optional.of(List.of(supported)),
                Optional.empty(),
                Optional.empty());
    }

    private ProjectAccess place(AllowedLocales locales) {
        Project project = app.doors().projects().find(world.projectId()).orElseThrow();
        return app.doors().projects().access().ofKey(project, KeyRole.ADMIN, AllowedModels.all(), locales);
    }

    @Test
    void aToolCallIsCarriedOutOnceAlsoAfterARestart() {
        CommitId first = robot.saveOnce("k-1", "posts", Robot.entry(ID, "One"));
        app.restart();
        robot = robot(KeyRole.EDITOR);
        CommitId second = robot.saveOnce("k-1", "posts", Robot.entry(ID, "One"));

        assertThat(second).isEqualTo(first);
        refused(FailureKind.UNPROCESSABLE, () -> robot.saveOnce("k-1", "posts", Robot.entry(ID, "Another")));
        refused(
                FailureKind.NOT_FOUND,
                () -> robot(KeyRole.ADMIN, "none").saveOnce("k-2", "none", Robot.entry(ID, "One")));
        assertThat(robot.saveOnce("k-2", "posts", Robot.entry(ID, "Two")))
                .as("a refusal is not remembered")
                .isNotEqualTo(first);
    }

    /** What a room writes in rows it names itself, in the same transaction: no table of routes knows of a tool. */
    @Test
    void aWriteOfRowsIsInTheLogUnderItsNameOrNotAtAll() {
        robot.did("upload_media", world, "m-1");
        assertThatThrownBy(() -> robot.failsToDo("delete_media", world, "m-1")).hasMessage("the write fails");

        JsonNode line = log("upload_media");
        assertThat(List.of(
                        line.get("actor").asString(),
                        line.get("entity").asString(),
                        line.get("recordId").asString(),
                        line.get("origin").asString(),
                        line.at("/via/kind").asString(),
                        line.at("/via/id").asString()))
                .containsExactly(world.ada().id(), "media", "m-1", "mcp", "mcp_key", Robot.KEY);
        assertThat(log("delete_media").isMissingNode()).isTrue();
    }

    private Robot robot(KeyRole role) {
        return robot(role, "posts");
    }

    private Robot robot(KeyRole role, String model) {
        Project project = app.doors().projects().find(world.projectId()).orElseThrow();
        return new Robot(
                app.doors(),
                project,
                role,
                List.of(model),
                List.of("en"),
                world.ada().id());
    }

    private Reviews reviews() {
        return app.doors().changes().reviews();
    }

    private String head() {
        return world.ada()
                .http()
                .get(world.p() + "/history?limit=1")
                .json()
                .at("/history/0/commit")
                .asString();
    }

    /** The commit on {@code cms} of a change that has landed. */
    private CommitId landed(Written<SaveReport> written) {
        assertThat(written.merged()).isTrue();
        return new CommitId(head());
    }

    private CommitId landed(Person person, String locale) {
        ObjectNode body = Json.object().put("locale", locale);
        body.set("data", Robot.entry(ID, "Eins"));
        person.http().post(world.p() + "/content/posts", body).is(200);
        return new CommitId(head());
    }

    private JsonNode log(String action) {
        return world.ada()
                .http()
                .get(world.p() + "/activity?limit=1&action=" + action)
                .json()
                .at("/data/0");
    }

    private static void refused(FailureKind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.kind())
                                .as(failure.getMessage())
                                .isEqualTo(kind));
    }
}
