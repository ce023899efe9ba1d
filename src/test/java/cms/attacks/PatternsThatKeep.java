package cms.attacks;

import cms.platform.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** S4: patterns of models whose searches keep much inside of one another, and texts that they never match. */
final class PatternsThatKeep implements Attack {
    private static final String[] PATTERNS = {
        "(x)?\\1" + looks(48) + "b",
        "(x)?\\1" + looks(5) + "b",
        "^(a*)*\\1$",
        "^(?:a?){100000000}$b",
        "(?=a*)".repeat(900) + "b",
        "(a)".repeat(30) + "\\1(?:(?:a*)*)*$b"
    };

    private static final int TEXTS = 30;

    /** Texts of a project that is left for the start: each alone keeps as much, and more of them only take longer. */
    private static final int TEXTS_LEFT = 3;

    @Override
    public String name() {
        return "patterns that keep much";
    }

    @Override
    public boolean isBesideOthers() {
        return true;
    }

    @Override
    public void run(Target target) throws Exception {
        Target.Project project = filled(target, TEXTS);
        for (String pattern : PATTERNS) {
            push(project, pattern);
            Target.read(target.eve(), project.p() + "/health");
        }
    }

    /** A project for each of the patterns; answers with how many. */
    static int pushEach(Target target) throws IOException {
        for (String pattern : PATTERNS) {
            push(filled(target, TEXTS_LEFT), pattern);
        }
        return PATTERNS.length;
    }

    private static Target.Project filled(Target target, int texts) {
        Target.Project project = target.project();
        ObjectNode entries = Json.object();
        for (int i = 100; i < 100 + texts; i++) {
            entries.putObject("abcdefabc" + i).put("name", "x").put("bio", "a".repeat(19_000));
        }
        Target.write(
                project.git().folder().resolve(".cms/content/blog/authors/data.json"),
                Json.text(entries).getBytes(StandardCharsets.UTF_8));
        return project;
    }

    private static void push(Target.Project project, String pattern) throws IOException {
        Path model = project.git().folder().resolve(".cms/models/authors.json");
        Target.write(model, withPattern(model, pattern));
        project.git().commit("pattern");
        project.git().git("push", "--quiet", "origin", "HEAD");
    }

    private static byte[] withPattern(Path model, String pattern) throws IOException {
        JsonNode read = Json.parse(Files.readAllBytes(model));
        ((ObjectNode) read.path("fields")).putObject("bio").put("type", "text").put("pattern", pattern);
        return Json.bytes(read);
    }

    private static String looks(int pairs) {
        String inner = "";
        for (int i = 0; i < pairs; i++) {
            inner = "(?=a*(?<=" + inner + "a*))";
        }
        return inner;
    }
}
