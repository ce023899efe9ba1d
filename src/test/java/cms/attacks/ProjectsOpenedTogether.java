package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** S1: projects of one account, each just below what one may take, that are read at the same time. */
final class ProjectsOpenedTogether implements Attack {
    private static final int PROJECTS = IS_LONG ? 8 : 5;
    private static final int FILES = 2;

    /** Two such files are some ninety-four in a hundred of what a project may take where the heap is 1 GiB. */
    private static final int FILE_BYTES = 1_900_000;

    private static final int DEPTH = 95;

    @Override
    public String name() {
        return "projects opened together";
    }

    @Override
    public void run(Target target) throws Exception {
        List<Target.Project> projects = new ArrayList<>();
        List<Callable<Integer>> all = new ArrayList<>();
        for (int i = 0; i < PROJECTS; i++) {
            Target.Project project = filled(target);
            projects.add(project);
            all.add(() -> target.eve().http().get(project.p() + "/models").status());
        }
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> status : callers.invokeAll(all)) {
                assertThat(status.get()).isIn(200, 503);
            }
        }
        // One of them may stay in the cache, which is a fifth of the heap, and would be taken for a leak.
        projects.forEach(project -> target.eve().http().delete(project.p()).is(200));
    }

    private static Target.Project filled(Target target) {
        Target.Project project = target.project();
        byte[] file = Texts.repeated(
                "{\"a1b2c3d4e5f6\":{\"name\":\"x\",\"bio\":[",
                "{\"a\":".repeat(DEPTH) + "1" + "}".repeat(DEPTH) + ",",
                "0]}}",
                FILE_BYTES);
        for (int i = 0; i < FILES; i++) {
            String name = i == 0 ? "authors" : "writers" + i;
            if (i > 0) {
                Path model = project.git().folder().resolve(".cms/models/authors.json");
                Target.write(model.resolveSibling(name + ".json"), renamed(model, name));
            }
            Target.write(project.git().folder().resolve(".cms/content/blog/" + name + "/data.json"), file);
        }
        project.git().commit("much");
        project.git().git("push", "--quiet", "origin", "HEAD");
        return project;
    }

    private static byte[] renamed(Path model, String name) {
        try {
            return Files.readString(model).replace("authors", name).getBytes(StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
