import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A project of many documents: what its builds take of the service's processor and memory:
 * {@code java bench/DocumentsBench.java <base url> [documents] [bytes of Markdown] [full builds]}.
 *
 * <p>The documents come by one push, which the first build follows; then it is built by hand. Printed after each build
 * are its own word for how long it took, the processor of the whole service meanwhile, what is resident, and the most
 * that ever was. Called by {@code bench/documents.sh}.
 */
public final class DocumentsBench {
    private static final String TEXT =
            "Readers get **published** entries only, as [JSON](https://example.com/%d), and `nothing` that *waits*. ";
    private static final long TIMEOUT_MILLIS = 300_000;

    private final SaveBench bench;
    private final String base;
    private final String token;
    private double before;

    private DocumentsBench(String base) throws Exception {
        this.base = base;
        this.token = SaveBench.signIn(base);
        this.bench = new SaveBench(base, token);
    }

    public static void main(String[] arguments) throws Exception {
        int documents = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5_000;
        int bytes = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 2_000;
        int builds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 5;
        new DocumentsBench(arguments[0]).run(documents, bytes, builds);
        System.exit(0);
    }

    private void run(int documents, int bytes, int builds) throws Exception {
        bench.prepare(1, 1);
        push(documents, bytes);
        say("pushed", 0);
        Thread.sleep(7_000);
        say("7 s later", 0);
        bench.send("PATCH", bench.project + "/cdn/settings", "{\"cdn_enabled\":true}");
        say("first build", awaitBuild());
        for (int build = 0; build < builds; build++) {
            String told = bench.send("POST", bench.project + "/cdn/builds/trigger", "{}");
            say("full build", Long.parseLong(SaveBench.find(told, "\"durationMs\":(\\d+)")));
        }
        Thread.sleep(15_000);
        say("15 s later", 0);
    }

    private long awaitBuild() throws Exception {
        for (long start = System.currentTimeMillis(); System.currentTimeMillis() - start < TIMEOUT_MILLIS; ) {
            String builds = bench.send("GET", bench.project + "/cdn/builds", null);
            if (builds.contains("\"completed_at\":\"")) {
                return Long.parseLong(SaveBench.find(builds, "\"build_duration_ms\":(\\d+)"));
            }
            Thread.sleep(20);
        }
        throw new IllegalStateException("no build came to its end");
    }

    private void say(String what, long millis) throws Exception {
        double now = SaveBench.processorMillis();
        String process = System.getenv("SERVICE_PID");
        String memory = "";
        if (process != null) {
            for (String line : Files.readAllLines(Path.of("/proc", process, "status"))) {
                if (line.matches("(VmHWM|VmRSS|RssAnon):.*")) {
                    memory += ", " + line.replaceAll("[^0-9A-Za-z]+", " ").replaceAll("(\\d+)\\d{3} kB", "$1 MB");
                }
            }
        }
        System.out.printf("%-12s %6d ms, processor %6.0f ms%s%n", what, millis, now - before, memory);
        before = now;
    }

    /** Git makes the tree from one stream, because so many small files on a disk take longer than anything measured. */
    private void push(int documents, int bytes) throws Exception {
        Path folder = Files.createTempDirectory("documents-bench");
        String repository = SaveBench.find(bench.send("GET", bench.project, null), "\"repo_full_name\":\"([^\"]+)\"");
        git(folder, "clone", "-q", base.replace("://", "://x:" + token + "@") + "/git/" + repository + ".git", "work");
        Path work = folder.resolve("work");
        Path stream = folder.resolve("stream");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(stream))) {
            line(out, "commit refs/heads/load\ncommitter bench <bench@example.com> 1700000000 +0000");
            line(out, "data 4\nload\nfrom HEAD^0");
            file(out, ".cms/models/guides.json", "{\"id\":\"guides\",\"name\":\"Guides\",\"kind\":\"document\",\"domain\":\"docs\",\"i18n\":true,\"fields\":{\"title\":{\"type\":\"string\"}}}");
            for (int number = 0; number < documents; number++) {
                String path = "guides/guide-" + number + "/en";
                StringBuilder text = new StringBuilder("---\ntitle: \"Guide %d\"\ntags:\n  - one\n  - two\n---\n\n".formatted(number));
                for (int paragraph = 0; text.length() < bytes; paragraph++) {
                    text.append("## Part ").append(paragraph).append("\n\n");
                    for (int message = 0; message < 4; message++) {
                        text.append(TEXT.formatted(number + message));
                    }
                    text.append("\n\n- first\n- second\n\n");
                }
                file(out, ".cms/content/docs/" + path + ".md", text.toString());
                file(out, ".cms/meta/" + path + ".json", "{\"status\":\"published\",\"source\":\"human\"}");
            }
        }
        Process made = new ProcessBuilder("git", "fast-import", "--quiet")
                .directory(work.toFile())
                .inheritIO()
                .redirectInput(stream.toFile())
                .start();
        if (made.waitFor() != 0) {
            throw new IllegalStateException("git fast-import failed");
        }
        Files.delete(stream);
        git(work, "push", "-q", "origin", "load:" + git(work, "branch", "--show-current"));
    }

    private static void line(OutputStream out, String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void file(OutputStream out, String path, String text) throws IOException {
        line(out, "M 100644 inline " + path + "\ndata " + text.getBytes(StandardCharsets.UTF_8).length);
        line(out, text);
    }

    private static String git(Path folder, String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("git " + String.join(" ", arguments) + " failed");
        }
        return answer;
    }
}
