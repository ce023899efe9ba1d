import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures saves over HTTP against a running instance on loopback, everything synced:
 * {@code java bench/SaveBench.java <base url> [entries a model file] [models] [saves]}.
 *
 * <p>Prints p50, p99 of one writer, saves per second of eight, and with {@code SERVICE_PID} in the environment the
 * processor time that the service spends on a save. Called by {@code bench/save.sh}.
 */
public final class SaveBench {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String CALLBACK = "http://127.0.0.1:9876/callback";

    private final String base;
    private final String token;
    String project = "";

    SaveBench(String base, String token) {
        this.base = base;
        this.token = token;
    }

    public static void main(String[] arguments) throws Exception {
        String base = arguments[0];
        int entries = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
        int models = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        int saves = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 300;
        SaveBench bench = new SaveBench(base, signIn(base));
        bench.prepare(entries, models);
        bench.oneWriter(saves / 3);
        double before = processorMillis();
        long[] nanos = bench.oneWriter(saves);
        double alone = (processorMillis() - before) / saves;
        Arrays.sort(nanos);
        System.out.printf(
                "save, %d entries in files of %d: p50 %.1f ms, p99 %.1f ms, max %.1f ms, processor %.2f ms%n",
                entries * models,
                entries,
                nanos[nanos.length / 2] / 1e6,
                nanos[nanos.length * 99 / 100] / 1e6,
                nanos[nanos.length - 1] / 1e6,
                alone);
        before = processorMillis();
        double rate = bench.writers(8, saves);
        System.out.printf(
                "8 writers: %.0f merged saves/s, processor %.2f ms%n",
                rate, (processorMillis() - before) / (saves * 2));
        bench.snapshot();
    }

    /** The whole project as an editor loads it: warm, unchanged, and right after a save. */
    private void snapshot() throws Exception {
        int rounds = 40;
        double[] warm = new double[rounds];
        double[] unchanged = new double[rounds];
        double[] changed = new double[rounds];
        HttpResponse<byte[]> last = sync("\"none\"");
        for (int round = 0; round < rounds; round++) {
            save("snapshot " + round);
            long start = System.nanoTime();
            last = sync("\"none\"");
            changed[round] = (System.nanoTime() - start) / 1e6;
            start = System.nanoTime();
            last = sync("\"none\"");
            warm[round] = (System.nanoTime() - start) / 1e6;
            start = System.nanoTime();
            int status = sync(last.headers().firstValue("ETag").orElseThrow()).statusCode();
            unchanged[round] = (System.nanoTime() - start) / 1e6;
            if (status != 304) {
                throw new IllegalStateException("an unchanged snapshot was sent again: " + status);
            }
        }
        for (double[] all : List.of(warm, unchanged, changed)) {
            Arrays.sort(all);
        }
        System.out.printf(
                "snapshot of %.1f MB: p50 %.1f ms, unchanged %.2f ms, after a save %.1f ms%n",
                last.body().length / 1e6, warm[rounds / 2], unchanged[rounds / 2], changed[rounds / 2]);
    }

    /** Reads an answer below the project and tells its bytes. */
    long get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + project + path))
                .header("Authorization", "Bearer " + token)
                .build();
        HttpResponse<byte[]> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(path + ": " + response.statusCode() + " " + new String(response.body()));
        }
        return response.body().length;
    }

    HttpResponse<byte[]> sync(String tag) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + project + "/brain/sync"))
                .header("Authorization", "Bearer " + token)
                .header("If-None-Match", tag)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    /** What the service's process has used so far; disturbed least by other work on the machine. 0 without its number. */
    static double processorMillis() throws Exception {
        String process = System.getenv("SERVICE_PID");
        if (process == null) {
            return 0;
        }
        String stat = java.nio.file.Files.readString(java.nio.file.Path.of("/proc", process, "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10.0;
    }

    void prepare(int entries, int models) throws Exception {
        String workspace = find(send("GET", "/api/workspaces", null), "\"id\":\"([^\"]+)\"");
        String available = send("GET", "/api/git_host/installations/available?workspaceId=" + workspace, null);
        String installation = find(available, "\"id\":(\\d+)");
        send("POST", "/api/git_host/installations/connect",
                "{\"workspaceId\":\"" + workspace + "\",\"installationId\":" + installation + "}");
        String name = "bench-" + System.nanoTime();
        String repository = find(
                send("POST", "/api/git_host/create-from-template", "{\"workspaceId\":\"" + workspace
                        + "\",\"templateRepo\":\"starters/blog\",\"name\":\"" + name + "\"}"),
                "\"fullName\":\"([^\"]+)\"");
        String created = send("POST", "/api/workspaces/" + workspace + "/projects",
                "{\"repoFullName\":\"" + repository + "\",\"name\":\"" + name + "\"}");
        project = "/api/workspaces/" + workspace + "/projects/" + find(created, "\"id\":\"([^\"]+)\"");
        push(repository, models, entries);
    }

    /** Models and their entries come by a push, as a real import would. */
    private void push(String repository, int models, int entries) throws Exception {
        var folder = java.nio.file.Files.createTempDirectory("save-bench");
        String remote = base.replace("://", "://x:" + token + "@") + "/git/" + repository + ".git";
        git(folder, "clone", "-q", remote, "work");
        var work = folder.resolve("work");
        for (int model = 0; model < models; model++) {
            write(work, ".cms/models/load" + model + ".json", model(model));
            write(work, ".cms/content/blog/load" + model + "/data.json", content(entries));
            write(work, ".cms/meta/load" + model + "/data.json", meta(entries));
        }
        git(work, "add", "-A");
        git(work, "-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-qm", "load");
        git(work, "push", "-q");
    }

    /** So many changes with a commit each, by one push. */
    void open(String repository, int branches) throws Exception {
        var folder = java.nio.file.Files.createTempDirectory("save-bench");
        git(folder, "clone", "-q", base.replace("://", "://x:" + token + "@") + "/git/" + repository + ".git", "work");
        var work = folder.resolve("work");
        StringBuilder commits = new StringBuilder();
        for (int branch = 0; branch < branches; branch++) {
            commits.append("commit refs/heads/cr/bench/%05d\ncommitter bench <bench@example.com> %d +0000\n"
                    .formatted(branch, System.currentTimeMillis() / 1000));
            commits.append("data 4\nopen\nfrom refs/remotes/origin/cms^0\nM 100644 inline bench.txt\ndata 6\n%05d\n\n"
                    .formatted(branch));
        }
        var stream = folder.resolve("commits");
        java.nio.file.Files.writeString(stream, commits);
        Process made = new ProcessBuilder("git", "fast-import", "--quiet")
                .directory(work.toFile())
                .inheritIO()
                .redirectInput(stream.toFile())
                .start();
        if (made.waitFor() != 0) {
            throw new IllegalStateException("git fast-import failed");
        }
        git(work, "push", "-q", "origin", "refs/heads/cr/*:refs/heads/cr/*");
    }

    private static String model(int model) {
        return """
                {
                  "domain": "blog",
                  "fields": {
                    "body": {
                      "type": "text"
                    },
                    "title": {
                      "required": true,
                      "type": "string"
                    }
                  },
                  "i18n": false,
                  "id": "load%d",
                  "kind": "collection",
                  "name": "Load %d"
                }
                """.formatted(model, model);
    }

    private static String content(int entries) {
        StringBuilder text = new StringBuilder("{\n");
        for (int entry = 0; entry < entries; entry++) {
            text.append("  \"%012x\": {\n    \"body\": \"%s\",\n    \"title\": \"Entry %d\"\n  }%s\n"
                    .formatted(entry, "lorem ipsum dolor ".repeat(55), entry, entry == entries - 1 ? "" : ","));
        }
        return text.append("}\n").toString();
    }

    private static String meta(int entries) {
        StringBuilder text = new StringBuilder("{\n");
        for (int entry = 0; entry < entries; entry++) {
            text.append(("  \"%012x\": {\n    \"source\": \"human\",\n    \"status\": \"published\",\n"
                            + "    \"updated_by\": \"ada@example.com\"\n  }%s\n")
                    .formatted(entry, entry == entries - 1 ? "" : ","));
        }
        return text.append("}\n").toString();
    }

    long[] oneWriter(int saves) throws Exception {
        long[] nanos = new long[saves];
        for (int save = 0; save < saves; save++) {
            long start = System.nanoTime();
            save("single " + save);
            nanos[save] = System.nanoTime() - start;
        }
        return nanos;
    }

    private double writers(int count, int saves) throws Exception {
        AtomicInteger next = new AtomicInteger();
        long start = System.nanoTime();
        try (ExecutorService executor = Executors.newFixedThreadPool(count)) {
            List<Future<?>> all = new ArrayList<>();
            for (int writer = 0; writer < count; writer++) {
                Callable<Object> work = () -> {
                    for (int save = next.getAndIncrement(); save < saves * 2; save = next.getAndIncrement()) {
                        save("many " + save);
                    }
                    return true;
                };
                all.add(executor.submit(work));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        return saves * 2 / ((System.nanoTime() - start) / 1e9);
    }

    void save(String title) throws Exception {
        String id = "%012x".formatted(Math.abs(title.hashCode()) % 90);
        String answer = send("POST", project + "/content/load0",
                "{\"data\":{\"" + id + "\":{\"title\":\"" + title + " " + System.nanoTime() + "\"}}}");
        if (!answer.contains("\"merged\":true")) {
            throw new IllegalStateException("not merged: " + answer);
        }
    }

    String send(String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", "Bearer " + token)
                .method(method, body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(method + " " + path + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    static String signIn(String base) throws Exception {
        String login = post(base + "/api/auth/login?provider=git_host&redirect_uri="
                + URLEncoder.encode(CALLBACK, StandardCharsets.UTF_8), "");
        String location = find(login, "\"url\":\"([^\"]+)\"") + "&login_hint=bench%40example.com&name=bench";
        while (!location.startsWith(CALLBACK)) {
            HttpResponse<Void> hop = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(base).resolve(location)).build(),
                    HttpResponse.BodyHandlers.discarding());
            location = hop.headers().firstValue("Location").orElseThrow();
        }
        String code = find(location, "code=([^&]+)");
        return find(post(base + "/api/auth/verify", "{\"code\":\"" + code + "\",\"source\":\"cli\"}"),
                "\"accessToken\":\"([^\"]+)\"");
    }

    private static String post(String url, String body) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void write(java.nio.file.Path work, String path, String text) throws Exception {
        var file = work.resolve(path);
        java.nio.file.Files.createDirectories(file.getParent());
        java.nio.file.Files.writeString(file, text);
    }

    private static void git(java.nio.file.Path folder, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        if (new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor() != 0) {
            throw new IllegalStateException(command + " failed");
        }
    }

    static String find(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }
}
