package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Every operation is only tried out with {@code ?dryRun=true}: the whole answer, and nothing written. Seen to fail in
 * each row with {@code Writes} not asking.
 */
class DryRunTest {
    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        world.ada()
                .http()
                .patch(world.p() + "/config", tree("{'locales':{'default':'en','supported':['en','de','nl']}}"))
                .is(200);
        world.ada()
                .http()
                .post(world.p() + "/content/posts", tree("{'data':{'known':{'title':'Known'}}}"))
                .is(200);
        waiting();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST   | content/posts             | {'data':{'dry':{'title':'Dry'}}}                      | /diff/0/path",
                "POST   | content/posts/batch       | {'items':[{'data':{'dry':{'title':'Dry'}}}]}          | /diff/0/path",
                "DELETE | content/posts             | {'entryIds':['known']}                                | /diff/0/path",
                "PATCH  | content/posts/status      | {'entryIds':['known'],'status':'published'}           | /entryIds/0",
                "PATCH  | content/posts/schedule    | {'entryIds':['known'],'publish_at':'2030-01-01T00:00:00Z'} | /diff/0/path",
                "POST   | content/posts/copy-locale | {'from':'en','to':'nl'}                               | /diff/0/path",
                "PATCH  | config                    | {'workflow':'review'}                                 | /config/workflow",
                "PATCH  | vocabulary                | {'terms':{'dry':{'en':'Dry'}}}                        | /vocabulary/terms/dry/en",
                "POST   | locales                   | {'locale':'fr'}                                       | /diff/0/path",
                "PUT    | models/dry                | {'name':'Dry','kind':'collection','domain':'blog','i18n':false,'fields':{'a':{'type':'string'}}} | /diff/0/path",
                "PUT    | models/messages           | {'newId':'letters','renameFields':{'message':'words'},'name':'L','kind':'collection','domain':'site','i18n':false,'fields':{'words':{'type':'text'}}} | /diff/0/path",
                "DELETE | models/messages           |                                                       | /diff/0/path",
                "PATCH  | models/messages           | {'form':{'enabled':true,'exposedFields':['name']}}    | /form/exposedFields/0"
            })
    void nothingIsWritten(String method, String path, String body, String told) {
        String before = state();

        JsonNode answer = send(method, path + "?dryRun=true", body);

        assertThat(answer.path("merged").asBoolean()).isFalse();
        assertThat(answer.path("branch").asString("")).isEmpty();
        assertThat(answer.at(told.strip()).isMissingNode())
                .as(answer.toString())
                .isFalse();
        assertThat(state()).isEqualTo(before);
    }

    /** Seen to fail with trials that neither merged over {@code base} nor asked whose change {@code branch} is. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "409 | {'base':'BASE','data':{'told':{'title':'His'}}}",
                "404 | {'base':'1111111111111111111111111111111111111111','data':{'told':{'title':'His'}}}",
                "400 | {'base':'no commit','data':{'told':{'title':'His'}}}",
                "404 | {'branch':'cr/content/posts/en/nowhere','data':{'told':{'title':'His'}}}",
                "400 | {'branch':'cms','data':{'told':{'title':'His'}}}",
                "403 | {'branch':'HERS','data':{'told':{'title':'His'}}}"
            })
    void whatTheSaveWouldRefuseIsRefused(int status, String body) {
        write(world.ada(), "", "{'data':{'told':{'title':'Once'}}}").is(200);
        String base = head();
        write(world.ada(), "", "{'data':{'told':{'title':'Hers'}}}").is(200);
        String text = body.replace("BASE", base).replace("HERS", waiting());
        String before = state();

        Reply tried = write(world.bo(), "?dryRun=true", text).is(status);

        assertThat(state()).isEqualTo(before);
        Reply real = write(world.bo(), "", text).is(status);
        assertThat(tried.json().path("code")).isEqualTo(real.json().path("code"));
        assertThat(tried.json().path("data")).isEqualTo(real.json().path("data"));
        if (status == 409) {
            assertThat(tried.json().path("code").asString()).isEqualTo("content.conflict");
            assertThat(tried.json().at("/data/conflicts/0/ours").asString()).isEqualTo("Hers");
        }
    }

    @Test
    void whatDoesNotClashWithAnEarlierBaseIsAnsweredAsTheSaveWould() {
        String base = head();
        write(world.ada(), "", "{'data':{'calm':{'title':'Hers'}}}").is(200);
        String text = "{'base':'" + base + "','data':{'calm':{'excerpt':'His','title':'Hers'}}}";
        String before = state();

        JsonNode tried = write(world.bo(), "?dryRun=true", text).is(200).json();

        assertThat(state()).isEqualTo(before);
        assertThat(tried.path("branch").asString()).isEmpty();
        JsonNode real = write(world.bo(), "", text).is(200).json();
        assertThat(tried.path("diff")).isEqualTo(real.path("diff")).isNotEmpty();
        assertThat(tried.path("validation")).isEqualTo(real.path("validation"));
    }

    /** Seen to fail when what was not stored names the workflow of the configuration alone. */
    @Test
    void theWorkflowIsThatOfPlanAndConfigurationTogetherAlsoWhereNothingIsStored() throws SQLException {
        String free = "UPDATE workspaces SET plan = 'free'";
        world.ada()
                .http()
                .patch(world.p() + "/config", tree("{'workflow':'review'}"))
                .is(200);
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                ResultSet before = statement.executeQuery("SELECT DISTINCT plan FROM workspaces")) {
            String plan = before.next() ? before.getString(1) : "";
            statement.executeUpdate(free);
            JsonNode tried = write(world.ada(), "?dryRun=true", "{'data':{'told':{'title':'Dry'}}}")
                    .is(200)
                    .json();
            JsonNode refused = write(world.ada(), "", "{'data':{'told':{'title':7}}}")
                    .is(200)
                    .json();
            statement.executeUpdate(free.replace("free", plan));
            assertThat(tried.path("workflow").asString()).isEqualTo("auto-merge");
            assertThat(refused.at("/validation/valid").asBoolean(true)).isFalse();
            assertThat(refused.path("workflow").asString()).isEqualTo("auto-merge");
        } finally {
            world.ada()
                    .http()
                    .patch(world.p() + "/config", tree("{'workflow':'auto-merge'}"))
                    .is(200);
        }
    }

    /** A change of ada's that waits for a review. */
    private static String waiting() {
        world.ada()
                .http()
                .patch(world.p() + "/config", tree("{'workflow':'review'}"))
                .is(200);
        String branch = write(world.ada(), "", "{'data':{'kept':{'title':'Waits'}}}")
                .is(200)
                .json()
                .path("branch")
                .asString();
        world.ada()
                .http()
                .patch(world.p() + "/config", tree("{'workflow':'auto-merge'}"))
                .is(200);
        return branch;
    }

    private static Reply write(Person person, String query, String body) {
        return person.http().post(world.p() + "/content/posts" + query, tree(body));
    }

    private static String head() {
        return world.ada()
                .http()
                .get(world.p() + "/brain/sync")
                .is(200)
                .header("ETag")
                .substring(1, 41);
    }

    /** What is forgotten or misspelled writes nothing: {@code ?dryRun} alone is neither taken for yes nor for no. */
    @ParameterizedTest
    @CsvSource({"?dryRun", "?dryRun=", "?dryRun=yes", "?dryRun=TRUE", "?dryRun=%20", "?dryrun=true", "?dry_run=true"})
    void aValueThatIsNotClearIsRefused(String query) {
        String before = state();
        write(world.bo(), query, "{'data':{'dry':{'title':'Dry'}}}").is(400);
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void aDecisionThatCannotBeTriedOutIsRefusedAndNotCarriedOut() {
        String branch = "branches/" + waiting().replace("/", "%2F");
        String before = state();
        for (String decision : List.of(
                branch + "/merge",
                branch + "/update",
                branch + "/reject",
                "branches/cleanup",
                "history/" + head() + "/revert")) {
            assertThat(world.ada()
                            .http()
                            .post(world.p() + "/" + decision + "?dryRun=true")
                            .status())
                    .as(decision)
                    .isEqualTo(400);
            assertThat(state()).as(decision).isEqualTo(before);
        }
    }

    /** Where every ref stands, those of the journal and of the service's own among them. */
    private static String state() {
        world.ada().http().get(world.p() + "/brain/sync").is(200);
        String refs =
                GitClient.at(app.data().resolve("repositories/ada/blog.git")).git("for-each-ref");
        assertThat(refs).contains("refs/heads/cms", "journal");
        return refs;
    }

    private static JsonNode send(String method, String path, String body) {
        return world.ada()
                .http()
                .send(method.strip(), world.p() + "/" + path.strip(), body == null ? null : tree(body))
                .is(200)
                .json();
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
