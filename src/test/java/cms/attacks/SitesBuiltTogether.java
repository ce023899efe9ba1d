package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * S1: projects of a thousand languages and many small models, each within the memory that one site may take, that are
 * built at the same time.
 */
final class SitesBuiltTogether implements Attack {
    private static final int PROJECTS = 5;
    private static final int LOCALES = 1_000;
    private static final int MODELS = 55;
    private static final String MODEL = "{\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":true}";

    @Override
    public String name() {
        return "sites built together";
    }

    /** Its builds compute for most of a minute, and longer beside other parts. */
    @Override
    public boolean isOnlyByName() {
        return true;
    }

    @Override
    public void run(Target target) {
        List<Target.Project> projects = new ArrayList<>();
        for (int number = 0; number < PROJECTS; number++) {
            projects.add(target.project());
        }
        projects.forEach(SitesBuiltTogether::grow);
        projects.forEach(project -> project.git().git("push", "--quiet", "origin", "HEAD"));
        projects.forEach(project -> Eventually.eventually("each is built in its turn", () -> isBuilt(target, project)));
        target.eve().http().get("/api/health").is(200);
        assertThat(target.service().isAlive()).isTrue();
        target.deleteProjects();
    }

    private static boolean isBuilt(Target target, Target.Project project) {
        JsonNode newest = target.eve()
                .http()
                .get(project.p() + "/cdn/builds")
                .is(200)
                .json()
                .path(0);
        return newest.path("status").asString().equals("completed")
                && newest.path("file_count").asInt() > LOCALES * MODELS;
    }

    private static void grow(Target.Project project) {
        String locales = IntStream.range(0, LOCALES)
                .mapToObj(at -> "\"%c%c%s\"".formatted('a' + at / 26 % 26, 'a' + at % 26, at < 676 ? "" : "-GB"))
                .collect(Collectors.joining(",", "[", "]"));
        write(project, "config.json", "{\"locales\":{\"default\":\"aa\",\"supported\":" + locales + "}}");
        for (int number = 0; number < MODELS; number++) {
            write(project, "models/many-" + number + ".json", MODEL);
        }
        project.git().commit("many files");
    }

    private static void write(Target.Project project, String path, String text) {
        Path file = project.git().folder().resolve(".cms").resolve(path);
        Target.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
