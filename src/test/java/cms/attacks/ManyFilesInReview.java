package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import java.util.List;
import java.util.Map;

/**
 * S1: a change of many files, each just within its bound, that is looked at, merged, pushed to the default branch, and
 * looked back at.
 */
final class ManyFilesInReview implements Attack {
    private static final int FILES = 12;
    private static final int FILE_BYTES = 3_000_000;
    private static final String CHANGE = "cr/x";

    @Override
    public String name() {
        return "many files in review";
    }

    /** What it leaves in caches, each within its share, is more than all attacks together may leave. */
    @Override
    public boolean isOnlyByName() {
        return true;
    }

    @Override
    public void run(Target target) {
        Target.Project project = target.project();
        for (int file = 1; file <= FILES; file++) {
            write(project, ".cms/models/m" + file + ".json", "{\"x\":[");
            write(project, "notes/n" + file + ".json", "{\"y\":[");
        }
        write(project, ".cms/content/blog/authors/data.json", "{\"a1b2c3d4e5f6\":[");
        project.git().commit("many files");
        project.git().git("push", "--quiet", "origin", "HEAD:refs/heads/" + CHANGE);
        Http http = target.eve().http();
        String branch = project.p() + "/branches/" + CHANGE.replace("/", "%2F");
        for (int look = 0; look < 2; look++) {
            for (String place : List.of(
                    project.p() + "/branches?details=true",
                    project.p() + "/branches?details=true&model=authors",
                    branch + "/diff",
                    project.p() + "/history?from=" + CHANGE)) {
                assertThat(http.get(place).status()).as(place).isIn(200, 503);
            }
        }
        int merge = http.post(branch + "/merge", Map.of()).status();
        assertThat(merge).as("merge").isIn(200, 409, 422, 503);
        if (merge != 200) { // else the default branch has them
            project.git().git("push", "--quiet", "origin", "HEAD");
        }
        for (String place : List.of("/history", "/history?model=authors", "/history?entry=a1b2c3d4e5f6", "/branches")) {
            assertThat(http.get(project.p() + place).status()).as(place).isIn(200, 503);
        }
        http.get("/api/health").is(200);
    }

    private static void write(Target.Project project, String path, String start) {
        Target.write(project.git().folder().resolve(path), Texts.repeated(start, "{},", "0]}", FILE_BYTES));
    }
}
