package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.OpenApiAnswers;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each route whose answer of 200 may be a refusal answers 422 with the same body to {@code Prefer: handling=strict}.
 */
@Tag("scenario")
class StrictHandlingTest {
    private static final String PROJECT = "/api/workspaces/{workspaceId}/projects/{projectId}";
    /** It is told what is lost, and never refused by the checks. */
    private static final String NEVER_REFUSED = "DELETE " + PROJECT + "/models/{modelId}";

    @TempDir
    private static Path folder;

    private static TestApp app;
    private static World world;
    private static String blank;

    /** A write that the checks refuse. */
    enum Refused {
        SAVE("POST", "/content/{modelId}", "/content/posts", "{'data':{'bad':{'featured':1}}}"),
        BATCH(
                "POST",
                "/content/{modelId}/batch",
                "/content/posts/batch",
                "{'items':[{'data':{'bad':{'featured':1}}}]}"),
        DELETE("DELETE", "/content/{modelId}", "/content/posts", "{'locale':'xx','entryIds':['typo']}"),
        SCHEDULE(
                "PATCH",
                "/content/{modelId}/schedule",
                "/content/posts/schedule",
                "{'locale':'xx','entryIds':['typo'],'publish_at':'2030-01-01T00:00:00Z'}"),
        COPY("POST", "/content/{modelId}/copy-locale", "/content/posts/copy-locale", "{'from':'xx','to':'de'}"),
        MODEL(
                "PUT",
                "/models/{modelId}",
                "/models/teas",
                "{'name':'Teas','kind':'collection','fields':{'a':'strnig'}}"),
        LOCALE("POST", "/locales", "/locales", "{'locale':'fr','copyFrom':'en'}"),
        INIT(
                "POST",
                "/init",
                "/init",
                "{'domains':['blog'],'models':[{'id':'teas','name':'Teas','kind':'collection','fields':{'a':'strnig'}}]}");

        private final String method;
        private final String operation;
        private final String path;
        private final JsonNode body;

        Refused(String method, String operation, String path, String body) {
            this.method = method;
            this.operation = method + " " + PROJECT + operation;
            this.path = path;
            this.body = Json.parse(body.replace('\'', '"'));
        }
    }

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        blank = world.p()
                .replace(world.projectId(), World.connect(world.ada(), world.workspaceId(), "starters/blank", "empty"));
        // Pushed, because a save would refuse it: a copy of this locale is not valid.
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        String posts = ".cms/content/blog/posts/en.json";
        ObjectNode entries = (ObjectNode) Json.parse(clone.show("HEAD", posts));
        entries.putObject("typo").put("featured", 1);
        clone.write(posts, entries.toString()).commit("An entry without a title");
        clone.git("push", "-q", "origin", "HEAD:main");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedWriteIsA422WithTheSameBodyForWhoPrefersIt(Refused write) {
        String path = (write == Refused.INIT ? blank : world.p()) + write.path;
        JsonNode mild =
                world.ada().http().send(write.method, path, write.body).is(200).json();
        assertThat(mild.at("/validation/valid").asBoolean(true)).isFalse();

        Reply strict = world.ada()
                .http()
                .with("Prefer", "handling=strict")
                .send(write.method, path, write.body)
                .is(422);
        assertThat(strict.json()).isEqualTo(mild);
        assertThat(strict.header("Preference-Applied")).isEqualTo("handling=strict");
    }

    @Test
    void noOperationOfThisKindIsLeftOut() {
        Set<String> found = new TreeSet<>();
        OpenApiAnswers.file()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    String schema = operation
                            .getValue()
                            .at("/responses/200/content/application~1json/schema/$ref")
                            .asString("");
                    if (schema.endsWith("/Saved") || schema.endsWith("/ModelSaved")) {
                        found.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));
        assertThat(found)
                .isEqualTo(Stream.concat(
                                Stream.of(NEVER_REFUSED),
                                Arrays.stream(Refused.values()).map(write -> write.operation))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }
}
