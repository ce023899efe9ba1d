package cms.access;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.Contents;
import cms.content.api.BatchRequest;
import cms.content.api.ConfigRequest;
import cms.content.api.DeleteRequest;
import cms.content.api.EntryQuery;
import cms.content.api.InitRequest;
import cms.content.api.LocaleAdditionRequest;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.ModelRequest;
import cms.content.api.SaveRequest;
import cms.content.api.Schedule;
import cms.content.api.ScheduleRequest;
import cms.content.api.StatusRequest;
import cms.content.api.VocabularyRequest;
import cms.content.api.WriteOptions;
import cms.format.EntryStatus;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import cms.project.Access;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.DecisionOptions;
import cms.review.HistoryQuery;
import cms.review.Reviews;
import cms.review.details.ChangeList;
import cms.review.submit.ChangeOptions;
import cms.testing.TestApp;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rows of {@code access/matrix.txt} that have a verb, called without a request: whoever the routes refuse is
 * refused, and nobody else. A verb that no route calls by itself stands behind the row whose rights it needs, with its
 * name after a question mark. Shown to fail where a verb forgets its capability.
 */
@Tag("scenario")
class VerbMatrixTest {
    private static final String POSTS = "/content/{modelId}";
    private static final String ID = "aaaabbbbcccc";
    private static final String NOWHERE = "cr/none/1-aaaa";
    private static final String UNKNOWN = "0000000000000000000000000000000000000001";
    private static final WriteOptions TRIED = WriteOptions.none().tried();

    /** A verb as somebody calls it. */
    @FunctionalInterface
    private interface Verb {
        void call(ProjectAccess place, Author author);
    }

    @Test
    void verbsRefuseExactlyWhomTheRoutesRefuse() {
        try (TestApp app = TestApp.start()) {
            Callers callers = new Callers(app);
            Project project =
                    app.doors().projects().find(callers.world().projectId()).orElseThrow();
            Map<String, Verb> verbs = new LinkedHashMap<>();
            contents(app.doors().content(), verbs);
            reviews(app.doors().changes().reviews(), verbs, callers.parameters().get("branch"));
            Set<String> missing = new TreeSet<>(verbs.keySet());
            List<String> wrong = new ArrayList<>();
            int cells = 0;
            Matrix matrix = Matrix.read();
            for (Matrix.Row row : matrix.rows()) {
                String name = row.name().replace("/api/workspaces/{workspaceId}/projects/{projectId}", "P");
                for (String key : verbs.keySet().stream()
                        .filter(one -> one.replaceFirst("\\?.*", "").equals(name))
                        .toList()) {
                    Verb verb = verbs.get(key);
                    missing.remove(key);
                    for (String caller : callers.people()) {
                        String userId = callers.userId(caller);
                        Optional<ProjectAccess> place =
                                app.doors().projects().access().of(userId, project);
                        boolean allowed = place.map(
                                        at -> isAllowed(verb, at, Author.person(userId, caller + "@example.com")))
                                .orElse(false);
                        cells++;
                        if (allowed != row.allows(matrix.callers().get(caller))) {
                            wrong.add(key + " by " + caller + ": the verb " + (allowed ? "allows" : "refuses") + " it");
                        }
                    }
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(missing).as("verbs without a row").isEmpty();
            assertThat(cells).isGreaterThan(200);
            assertThat(verbs)
                    .as("verbs that are missing here")
                    .hasSize(verbsOf(Contents.class) + verbsOf(Reviews.class));
        }
    }

    /** One verb stands for two routes: entries are listed, and read one by one. */
    private static int verbsOf(Class<?> room) {
        return (int) Arrays.stream(room.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> Arrays.asList(method.getParameterTypes()).contains(ProjectAccess.class))
                .count();
    }

    /**
     * What a list of models or of locales takes from a key that may do everything else; all verbs are about posts in
     * en.
     */
    @Test
    void verbsRefuseWhatLiesBeyondTheModelsOrLocalesOfAKey() {
        try (TestApp app = TestApp.start()) {
            Callers callers = new Callers(app);
            Project project =
                    app.doors().projects().find(callers.world().projectId()).orElseThrow();
            Map<String, Verb> verbs = new LinkedHashMap<>();
            contents(app.doors().content(), verbs);
            reviews(app.doors().changes().reviews(), verbs, callers.parameters().get("branch"));
            Access access = app.doors().projects().access();
            List<String> ofPosts = List.of(
                    "POST P" + POSTS,
                    "POST P" + POSTS + "/batch",
                    "DELETE P" + POSTS,
                    "PATCH P" + POSTS + "/status",
                    "PATCH P" + POSTS + "/schedule",
                    "DELETE P/models/{modelId}");

            assertThat(refused(
                            verbs,
                            access.ofKey(
                                    project,
                                    KeyRole.ADMIN,
                                    AllowedModels.only(List.of("authors")),
                                    AllowedLocales.all())))
                    .containsAll(ofPosts)
                    .contains("POST P" + POSTS + "/copy-locale", "PUT P/models/{modelId}", "PATCH P/models/{modelId}")
                    .hasSize(9);
            assertThat(refused(
                            verbs,
                            access.ofKey(
                                    project, KeyRole.ADMIN, AllowedModels.all(), AllowedLocales.only(List.of("de")))))
                    .as("entries in en are not there for it")
                    .containsExactlyInAnyOrder(
                            "POST P" + POSTS,
                            "POST P" + POSTS + "/batch",
                            "POST P" + POSTS + "/copy-locale",
                            "POST P/locales",
                            "POST P/init",
                            "PATCH P/vocabulary");
        }
    }

    private static List<String> refused(Map<String, Verb> verbs, ProjectAccess key) {
        Author author = Author.person("a-key", "key@keys.invalid");
        return verbs.entrySet().stream()
                .filter(verb -> !isAllowed(verb.getValue(), key, author))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isAllowed(Verb verb, ProjectAccess place, Author author) {
        try {
            verb.call(place, author);
            return true;
        } catch (Failure failure) {
            return failure.kind() != FailureKind.FORBIDDEN;
        }
    }

    private static void contents(Contents contents, Map<String, Verb> verbs) {
        ObjectNode data = Json.object();
        data.putObject(ID).put("title", "One").put("slug", "one");
        SaveRequest save = SaveRequest.of("posts", Optional.empty(), data);
        Optional<String> none = Optional.empty();
        verbs.put("POST P" + POSTS, (place, author) -> contents.save(place, author, TRIED, save));
        verbs.put(
                "POST P" + POSTS + "/batch",
                (place, author) -> contents.saveMany(place, author, TRIED, new BatchRequest("posts", List.of(save))));
        verbs.put(
                "DELETE P" + POSTS,
                (place, author) ->
                        contents.delete(place, author, TRIED, new DeleteRequest("posts", none, List.of(ID))));
        verbs.put(
                "PATCH P" + POSTS + "/status",
                (place, author) -> contents.changeStatus(
                        place, author, TRIED, new StatusRequest("posts", none, List.of(ID), EntryStatus.DRAFT)));
        verbs.put(
                "PATCH P" + POSTS + "/schedule",
                (place, author) -> contents.schedule(
                        place,
                        author,
                        TRIED,
                        new ScheduleRequest("posts", none, List.of(ID), new Schedule(Map.of("expire_at", none)))));
        verbs.put(
                "POST P" + POSTS + "/copy-locale",
                (place, author) -> contents.copyLocale(
                        place, author, TRIED, new LocaleCopyRequest("posts", "en", "de", List.of())));
        verbs.put(
                "POST P/locales",
                (place, author) -> contents.addLocale(place, author, TRIED, new LocaleAdditionRequest("fr", none)));
        verbs.put(
                "PUT P/models/{modelId}",
                (place, author) -> contents.saveModel(place, author, TRIED, ModelRequest.of("posts", Json.object())));
        verbs.put("DELETE P/models/{modelId}", (place, author) -> contents.deleteModel(place, author, TRIED, "posts"));
        verbs.put(
                "PATCH P/models/{modelId}",
                (place, author) -> contents.configureForm(place, author, TRIED, "posts", Json.object()));
        verbs.put(
                "POST P/init",
                (place, author) -> contents.initialise(
                        place, author, TRIED, new InitRequest("other", ConfigRequest.nothing(), Map.of())));
        verbs.put(
                "PATCH P/config", (place, author) -> contents.setConfig(place, author, TRIED, ConfigRequest.nothing()));
        ObjectNode terms = Json.object();
        terms.putObject("home").put("en", "Home");
        verbs.put(
                "PATCH P/vocabulary",
                (place, author) -> contents.setVocabulary(place, author, TRIED, new VocabularyRequest(terms)));
        verbs.put("GET P/health", (place, author) -> contents.health(place, none));
        verbs.put("GET P/search", (place, author) -> contents.search(place, none, "nothing", none, none, 1));
        verbs.put("GET P/brain/sync?overview", (place, author) -> contents.overview(place, none));
        verbs.put("GET P/config", (place, author) -> contents.config(place, none));
        verbs.put("GET P/models", (place, author) -> contents.models(place, none));
        verbs.put("GET P" + POSTS, (place, author) -> contents.list(place, EntryQuery.of("posts", none, 1)));
        verbs.put(
                "GET P" + POSTS + "/{entryId}",
                (place, author) -> contents.entry(place, none, "posts", Optional.of("en"), ID));
        verbs.put("GET P/health?validation", (place, author) -> contents.validation(place, none, none, none));
        verbs.put("GET P/health?schemaFindings", (place, author) -> contents.schemaFindings(place, none, none));
        verbs.put("GET P/config?defaultLocale", (place, author) -> contents.defaultLocale(place, none));
        verbs.put("GET P" + POSTS + "?updates", (place, author) -> contents.updates(place, "posts", none));
    }

    private static void reviews(Reviews reviews, Map<String, Verb> verbs, String branch) {
        Optional<String> all = Optional.empty();
        DecisionOptions any = DecisionOptions.none();
        verbs.put("GET P/branches", (place, author) -> reviews.openChanges(place));
        verbs.put(
                "GET P/branches?details",
                (place, author) ->
                        reviews.details(place, new ChangeList.Query(Optional.empty(), all, 1), page -> page));
        verbs.put("GET P/branches/health", (place, author) -> reviews.health(place));
        verbs.put(
                "GET P/branches/{branch}/diff",
                (place, author) -> reviews.difference(place, branch, difference -> difference));
        verbs.put("POST P/branches/{branch}/merge", (place, author) -> reviews.merge(place, author, NOWHERE, any));
        verbs.put("POST P/branches/{branch}/reject", (place, author) -> reviews.reject(place, author, NOWHERE, any));
        verbs.put("POST P/branches/{branch}/update", (place, author) -> reviews.update(place, author, NOWHERE, any));
        verbs.put("POST P/branches/cleanup", (place, author) -> reviews.cleanUp(place, author, any));
        verbs.put(
                "GET P/history",
                (place, author) -> reviews.history(place, new HistoryQuery(all, all, all, all, 1), page -> page));
        verbs.put(
                "POST P/history/{commit}/revert",
                (place, author) -> reviews.revert(place, author, List.of(new CommitId(UNKNOWN)), any));
        verbs.put(
                "POST P/history/{commit}/revert?undo",
                (place, author) ->
                        reviews.undo(place, author, List.of(new CommitId(UNKNOWN)), any, ChangeOptions.none()));
        verbs.put(
                "POST P/history/{commit}/revert?withdraw",
                (place, author) -> reviews.withdraw(place, author, NOWHERE, "agent/", Optional.empty(), true));
    }
}
