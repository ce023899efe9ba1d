package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** S1: pushes of some hundred kilobytes whose files would be gigabytes, in a project that is delivered. */
final class ManyValuesInFiles implements Attack {
    private static final int FILE_BYTES = IS_LONG ? 60_000_000 : 20_000_000;
    private static final int DOCUMENT_CHARS = 3_900_000;

    @Override
    public String name() {
        return "files of many values";
    }

    @Override
    public void run(Target target) {
        for (Map.Entry<String, String> kind : Texts.json().entrySet()) {
            Target.Project project = push(target, kind.getKey(), kind.getValue(), FILE_BYTES);
            assertThat(read(target, project)).as(kind.getKey()).contains("file_unreadable");
        }
        Target.Project project = target.project();
        Texts.documents(DOCUMENT_CHARS).forEach((kind, text) -> {
            push(project, ".cms/content/blog/guides/bomb/en.md", text.getBytes(StandardCharsets.UTF_8), kind);
            read(target, project);
        });
    }

    /** A project with one file of a value that is repeated. */
    static Target.Project push(Target target, String name, String piece, int bytes) {
        Target.Project project = target.project();
        byte[] file = Texts.repeated("{\"a1b2c3d4e5f6\":{\"name\":\"x\",\"bio\":[", piece, "0]}}", bytes);
        push(project, ".cms/content/blog/authors/data.json", file, name);
        return project;
    }

    private static void push(Target.Project project, String path, byte[] file, String kind) {
        Path at = project.git().folder().resolve(path);
        Target.write(at, file);
        project.git().commit(kind);
        project.git().git("push", "--quiet", "origin", "HEAD");
    }

    private static String read(Target target, Target.Project project) {
        Target.read(target.eve(), project.p() + "/brain/sync");
        return Target.read(target.eve(), project.p() + "/health").text();
    }
}
