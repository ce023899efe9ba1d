package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Whether the time of an answer tells a member with a list of models what is hidden from what is not there: commits,
 * changes, models, entries, previews and submissions, as {@link ForeignIds} tries it between workspaces.
 */
final class HiddenIds implements Attack {
    private static final int TIMES = 120;
    private static final int SAVES = 100;
    private static final String ENTRY = "aaaabbbbcccc";
    private static final double FAR_FROM_HALF = 0.2;
    private static final String NO_COMMIT = "0".repeat(39) + "1";

    private final List<String> told = new ArrayList<>();

    @Override
    public String name() {
        return "hidden against absent ids (hidden is slower in: " + String.join(", ", told) + ")";
    }

    /** A path with {@code %s} for what is hidden, or for what is not there. */
    private record Asked(String path, String hidden, String absent) {}

    @Override
    public void run(Target target) {
        Target.Project project = target.project();
        Http mallory = narrowed(target, project);
        Random order = new Random(1);
        told.clear();
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, Asked> one : asked(target, project).entrySet()) {
            String path = project.p() + one.getValue().path();
            String hidden = path.formatted(one.getValue().hidden());
            String absent = path.formatted(one.getValue().absent());
            int status = mallory.get(hidden).status();
            assertThat(mallory.get(absent).status()).as(one.getKey()).isEqualTo(status);
            TimesInTurn times = TimesInTurn.of(
                    TIMES,
                    order,
                    () -> mallory.get(hidden).is(status),
                    () -> mallory.get(absent).is(status));
            told.add(times.text(one.getKey()));
            if (Math.abs(times.slower() - 0.5) > FAR_FROM_HALF) {
                wrong.add(times.text(one.getKey()));
            }
        }
        assertThat(wrong).as("where the time tells what is hidden").isEmpty();
    }

    private static Http narrowed(Target target, Target.Project project) {
        Person mallory = target.member("mallory");
        target.eve()
                .http()
                .post(
                        project.p() + "/members",
                        Map.of(
                                "userId",
                                mallory.id(),
                                "role",
                                "editor",
                                "specificModels",
                                true,
                                "allowedModels",
                                List.of("authors")))
                .is(200);
        return mallory.http();
    }

    private static Map<String, Asked> asked(Target target, Target.Project project) {
        Http eve = target.eve().http();
        String p = project.p();
        Map<String, Object> form = Map.of("enabled", true, "public", true, "exposedFields", List.of("title"));
        eve.patch(p + "/models/posts", Map.of("form", form)).is(200);
        eve.post(p + "/content/authors", Map.of("data", Map.of("bbbbccccdddd", Map.of("name", "A"))))
                .is(200);
        String early = "";
        for (int n = 0; n < SAVES; n++) {
            String saved = eve.post(p + "/content/posts", post("Title " + n))
                    .is(200)
                    .json()
                    .at("/commit/sha")
                    .asString();
            early = early.isEmpty() ? saved : early;
        }
        String landing = eve.get(p + "/history?limit=1")
                .is(200)
                .json()
                .at("/history/0/commit")
                .asString();
        eve.patch(p + "/config", Map.of("workflow", "review")).is(200);
        var waits = eve.post(p + "/content/posts", post("Waits")).is(200).json();
        String branch = waits.get("branch").asString();
        String noBranch = branch.substring(0, branch.lastIndexOf('-')) + "-zzzz";
        Map<String, Asked> all = new LinkedHashMap<>();
        all.put("an early commit", new Asked("/models?at=%s", early, NO_COMMIT));
        all.put("a landing", new Asked("/models?at=%s", landing, NO_COMMIT));
        all.put(
                "a waiting commit",
                new Asked("/models?at=%s", waits.at("/commit/sha").asString(), NO_COMMIT));
        all.put("since", new Asked("/brain/changes?since=%s", landing, NO_COMMIT));
        all.put("history from", new Asked("/history?from=%s", landing, NO_COMMIT));
        all.put("a change", new Asked("/branches/%s/diff", encoded(branch), encoded(noBranch)));
        all.put("content of a change", new Asked("/models?at=%s", encoded(branch), encoded(noBranch)));
        all.put("a model", new Asked("/content/%s", "posts", "nones"));
        all.put("an entry", new Asked("/content/posts/%s?locale=en", ENTRY, "ddddeeeeffff"));
        all.put("history of a model", new Asked("/history?model=%s", "posts", "nones"));
        all.put("history of an entry", new Asked("/history?entry=%s", ENTRY, "ddddeeeeffff"));
        all.put("changes of a model", new Asked("/branches?details=true&model=%s", "posts", "nones"));
        all.put("search in a model", new Asked("/search?q=title&model=%s", "posts", "nones"));
        all.put("submissions of a model", new Asked("/forms/%s/submissions", "posts", "nones"));
        return all;
    }

    private static Map<String, Object> post(String title) {
        return Map.of("data", Map.of(ENTRY, Map.of("title", title, "slug", "hidden")));
    }

    private static String encoded(String branch) {
        return URLEncoder.encode(branch, StandardCharsets.UTF_8);
    }
}
