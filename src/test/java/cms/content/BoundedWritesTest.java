package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the checks of one write take and answer, however many entries, locales and names it has (decision 177). */
class BoundedWritesTest {
    private static final int LOCALES_MAX = 1_000;
    private static final int FINDINGS_MAX = 1_000;
    private static final int SUGGESTIONS_MAX = 20;

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aProjectSupportsAThousandLocalesAndNoneMore() {
        JsonNode refused = configure(LOCALES_MAX + 1).is(422).json();

        assertThat(refused.path("message").asString()).contains("more than 1000 locales");
        configure(LOCALES_MAX).is(200);
        Reply one = world.ada().http().post(world.p() + "/locales", Map.of("locale", locale(LOCALES_MAX)));
        assertThat(one.is(422).text()).contains("at most 1000 locales");
    }

    /** Shown to fail while each finding named every locale of the configuration. */
    @Test
    void unknownLocalesOfABatchAreToldInASmallAnswerHoweverManyLocalesWerePushed(@TempDir Path folder) {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        ObjectNode config = (ObjectNode) Json.parse(clone.show("HEAD", ".cms/config.json"));
        ((ObjectNode) config.path("locales")).set("supported", locales(0, 5_000));
        clone.write(".cms/config.json", config.toString());
        clone.commit("Support many locales");
        clone.git("push", "--quiet", "origin", "HEAD");
        ArrayNode items = Json.object().putArray("items");
        for (int i = 0; i < 2 * FINDINGS_MAX; i++) {
            items.addObject()
                    .put("locale", locale(LOCALES_MAX + i))
                    .putObject("data")
                    .putObject("k")
                    .put("title", "T");
        }

        Reply answer = batch("posts", items);

        List<JsonNode> findings = findings(answer);
        assertThat(findings).hasSize(FINDINGS_MAX + 1);
        assertThat(findings.getFirst().path("message").asString()).contains(locale(17) + " and 980 more");
        assertThat(findings.getLast().path("severity").asString()).isEqualTo("notice");
        assertThat(answer.text()).hasSizeLessThan(1_000_000);
        assertThat(world.ada().http().get(world.p() + "/health").is(200).text()).contains("more than 1000 locales");
    }

    /** Shown to fail while each item copied what had been joined before it. */
    @Test
    void aBatchOfManyItemsTakesNoLongerThanTheSameEntriesInOneSave() {
        ArrayNode items = Json.object().putArray("items");
        ObjectNode data = Json.object();
        for (int i = 0; i < 40_000; i++) {
            items.addObject().putObject("data").putObject("k" + i).put("title", "T");
            data.putObject("k" + i).put("title", "T");
        }
        long before = System.nanoTime();
        assertThat(findings(save("posts", data))).isEmpty();
        long between = System.nanoTime();

        Reply answer = batch("posts", items);

        assertThat(findings(answer)).isEmpty();
        assertThat(System.nanoTime() - between)
                .isLessThan(10 * (between - before) + Duration.ofSeconds(10).toNanos());
    }

    @Test
    void errorsAreKeptUpToANumberAndWarningsHideNone() {
        ObjectNode data = Json.object();
        for (int i = 0; i < FINDINGS_MAX + 500; i++) {
            data.putObject("k" + i).put("title", "T").put("titel", "T");
        }
        for (int i = 0; i < FINDINGS_MAX + 500; i++) {
            data.putObject("l" + i);
        }

        List<JsonNode> findings = findings(save("posts", data));

        assertThat(findings).hasSize(2 * FINDINGS_MAX + 1);
        assertThat(findings.stream()
                        .filter(one -> one.path("severity").asString().equals("error")))
                .hasSize(FINDINGS_MAX);
    }

    /** Shown to fail while each entry had suggestions of its own. */
    @Test
    void namesThatNoFieldHasAreComparedOnceAndOnlySoManyOfThem() {
        ObjectNode data = Json.object();
        for (int i = 0; i < 10; i++) {
            data.putObject("same" + i).put("title", "T").put("titel", "T");
        }
        for (int i = 0; i < 200; i++) {
            data.putObject("own" + i).put("title", "T").put("reading_minutes_" + i, 1);
        }

        List<String> suggested = findings(save("posts", data)).stream()
                .map(finding -> finding.path("message").asString())
                .filter(message -> message.contains("did you mean"))
                .toList();

        assertThat(suggested.stream().filter(message -> message.contains("'titel'")))
                .hasSize(10);
        assertThat(suggested).hasSize(10 + SUGGESTIONS_MAX - 1);
    }

    /** Each entry may take 20 million steps, all of them 100 million; shown to fail with a budget for each locale. */
    @Test
    void allLocalesOfABatchShareTheStepsOfAWrite() {
        ObjectNode model = Json.object().put("name", "Slow").put("kind", "collection");
        model.put("domain", "blog")
                .put("i18n", true)
                .putObject("fields")
                .putObject("text")
                .put("type", "text")
                .put("pattern", "^(a*)*\\1$b");
        world.ada().http().put(world.p() + "/models/slow", model).is(200);
        ArrayNode items = Json.object().putArray("items");
        for (String locale : List.of("en", "de")) {
            ObjectNode data = items.addObject().put("locale", locale).putObject("data");
            for (int i = 0; i < 3; i++) {
                data.putObject("k" + i).put("text", "a".repeat(3_000));
            }
        }

        List<String> said = findings(batch("slow", items)).stream()
                .map(finding -> finding.path("locale").asString() + " "
                        + finding.path("message").asString())
                .toList();

        assertThat(said.stream().filter(line -> line.contains("takes too long")))
                .as(said.toString())
                .hasSize(5);
        assertThat(said.getLast()).isEqualTo("de The entry is too large to be checked completely.");
    }

    private Reply configure(int locales) {
        ObjectNode config = Json.object();
        config.putObject("locales").set("supported", locales(0, locales));
        return world.ada().http().patch(world.p() + "/config", config);
    }

    private Reply batch(String model, ArrayNode items) {
        ObjectNode body = Json.object();
        body.set("items", items);
        return world.bo()
                .http()
                .post(world.p() + "/content/" + model + "/batch?dryRun=true", body)
                .is(200);
    }

    private Reply save(String model, ObjectNode data) {
        ObjectNode body = Json.object();
        body.set("data", data);
        return world.bo()
                .http()
                .post(world.p() + "/content/" + model + "?dryRun=true", body)
                .is(200);
    }

    private static List<JsonNode> findings(Reply answer) {
        return answer.json().at("/validation/errors").valueStream().toList();
    }

    private static ArrayNode locales(int from, int count) {
        ArrayNode list = Json.object().putArray("locales");
        Stream.concat(Stream.of("en", "de"), IntStream.range(from, from + count).mapToObj(BoundedWritesTest::locale))
                .limit(count)
                .forEach(list::add);
        return list;
    }

    /** The locale of this number, such as {@code xa-AC} for 2. */
    private static String locale(int number) {
        return "x%c-%c%c".formatted('a' + number / 676, 'A' + number / 26 % 26, 'A' + number % 26);
    }
}
