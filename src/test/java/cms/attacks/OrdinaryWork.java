package cms.attacks;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What everybody does, once: with it the classes are loaded and the caches begun that nobody has attacked yet, so that
 * what is left after the attacks is left by them.
 */
final class OrdinaryWork implements Attack {
    @Override
    public String name() {
        return "ordinary work";
    }

    @Override
    public void run(Target target) {
        Target.Project project = target.project();
        String p = project.p();
        target.eve()
                .http()
                .attempt(p + "/content/authors", Map.of("data", Map.of("abcdef000001", Map.of("name", "Ada"))));
        project.git().git("pull", "--quiet", "--rebase");
        Target.write(
                project.git().folder().resolve(".cms/content/blog/guides/first/en.md"),
                "---\ntitle: First\n---\n# A **guide**\n".getBytes(StandardCharsets.UTF_8));
        project.git().commit("a guide");
        project.git().git("push", "--quiet", "origin", "HEAD");
        target.eve().http().send("POST", p + "/preview", Map.of("markdown", "- a list\n\n| a | b |\n|---|---|\n"));
        for (String read : List.of("/brain/sync", "/health", "/search?q=ada", "/branches", "/history", "/models")) {
            target.eve().http().get(p + read);
        }
        target.eve().http().delete(p).is(200);
    }
}
