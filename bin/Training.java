import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A day's work in some seconds, done once after a build by {@code ./cms}:
 * {@code java bin/Training.java <base url> [share of the usual time]}.
 * Java remembers which code it ran how often (decision 0042) and compiles that early at every later start.
 *
 * <p>Signs in with the built-in identity page, edits a starter, reviews, and delivers, all through the public routes of
 * a service that has an empty folder of its own.
 */
public final class Training {
    private static final String CALLBACK = "http://127.0.0.1:9876/callback";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** A start waits for this work, so it ends in the middle where the machine is slow. */
    private static final Duration AT_MOST = Duration.ofSeconds(45);

    /** How long each kind of work goes on; beyond this more of it is hardly seen in later starts. */
    private static final Duration SAVING = Duration.ofSeconds(5);

    private static final Duration SAVING_TOGETHER = Duration.ofSeconds(3);
    private static final Duration READING = Duration.ofSeconds(2);

    /** Documents are written, and then built again and again. */
    private static final Duration WRITING_DOCUMENTS = Duration.ofSeconds(3);

    private static final Duration BUILDING = Duration.ofSeconds(5);

    private static final int WRITERS = 8;

    /** Of six reads each; a key reads a thousand times in an hour. */
    private static final int DELIVERED_ROUNDS = 150;

    /** A file of so many entries is written in parts. */
    private static final int LONG_FILE_ENTRIES = 500;

    /** As many as a busy project has: the list of branches is written whole at each move. */
    private static final int OPEN_CHANGES = 300;

    private static final int DOCUMENTS_MAX = 400;

    /** Of the text of {@link #part}: of most documents, and of one that is as much work as many. */
    private static final int PARTS = 4;

    private static final int PARTS_OF_LONG = 150;

    private final double share;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;
    private String token = "";

    private Training(String base, double share) {
        this.base = base;
        this.share = share;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 1) {
            new Training(arguments[0], Double.parseDouble(arguments[1])).run();
        } else {
            Thread.ofPlatform().daemon().start(Training::endInTime);
            new Training(arguments[0], 1).run();
        }
    }

    private static void endInTime() {
        try {
            Thread.sleep(AT_MOST);
        } catch (InterruptedException interrupted) {
            return;
        }
        System.err.println("It took longer than " + AT_MOST.toSeconds() + " s, this machine is slow or busy");
        Runtime.getRuntime().halt(1);
    }

    private void run() throws Exception {
        call("GET", "/api/health", "");
        token = signIn();
        String workspace = "/api/workspaces/" + find(call("GET", "/api/workspaces", ""), "\"id\":\"([^\"]+)\"");
        String project = project(workspace);
        edit(project);
        deliver(project, find(project, "projects/(.+)"));
    }

    private String signIn() throws Exception {
        String login = call(
                "POST",
                "/api/auth/login?provider=git_host&redirect_uri=" + URLEncoder.encode(CALLBACK, StandardCharsets.UTF_8),
                "");
        String location = find(login, "\"url\":\"([^\"]+)\"") + "&login_hint=training%40example.com&name=training";
        while (!location.startsWith(CALLBACK)) {
            HttpRequest hop = HttpRequest.newBuilder(URI.create(base).resolve(location))
                    .timeout(PATIENCE)
                    .build();
            location = client.send(hop, HttpResponse.BodyHandlers.discarding())
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
        }
        String verified = call(
                "POST", "/api/auth/verify", "{\"code\":\"" + find(location, "code=([^&]+)") + "\",\"source\":\"cli\"}");
        return find(verified, "\"accessToken\":\"([^\"]+)\"");
    }

    private String project(String workspace) throws Exception {
        String id = workspace.substring(workspace.lastIndexOf('/') + 1);
        String installation =
                find(call("GET", "/api/git_host/installations/available?workspaceId=" + id, ""), "\"id\":(\\d+)");
        call(
                "POST",
                "/api/git_host/installations/connect",
                "{\"workspaceId\":\"" + id + "\",\"installationId\":" + installation + "}");
        String repository = find(
                call(
                        "POST",
                        "/api/git_host/create-from-template",
                        "{\"workspaceId\":\"" + id + "\",\"templateRepo\":\"starters/blog\",\"name\":\"training\"}"),
                "\"fullName\":\"([^\"]+)\"");
        String created = call(
                "POST", workspace + "/projects", "{\"repoFullName\":\"" + repository + "\",\"name\":\"Training\"}");
        return workspace + "/projects/" + find(created, "\"id\":\"([^\"]+)\"");
    }

    /** Saves of every kind, with what an editor reads between them; then changes that wait, and one that is reviewed. */
    private void edit(String project) throws Exception {
        long end = endOf(SAVING);
        for (int round = 0; System.nanoTime() < end; round++) {
            saveAuthor(project, round);
            if (round % 8 == 0) {
                call("PATCH", project + "/content/authors/status",
                        "{\"entryIds\":[\"" + id(round % 90) + "\"],\"status\":\"published\"}");
                call("POST", project + "/content/guides",
                        "{\"locale\":\"en\",\"slug\":\"guide-" + round % 5 + "\",\"data\":{\"title\":\"Guide " + round
                                + "\",\"level\":\"beginner\"},\"body\":\"# Hello\\n\\nA *guide*.\"}");
                call("POST", project + "/content/labels",
                        "{\"locale\":\"en\",\"data\":{\"nav.training\":\"Round " + round + "\"}}");
                call("GET", project + "/brain/sync", "");
                call("GET", project + "/search?q=author", "");
                call("GET", project + "/branches", "");
            }
        }
        lookAgain(project);
        long together = endOf(SAVING_TOGETHER);
        together(round -> {
            saveAuthor(project, round);
            return System.nanoTime() < together;
        });
        editLongFile(project);
        writeDocuments(project);
        review(project);
    }

    private void saveAuthor(String project, int round) throws Exception {
        call("POST", project + "/content/authors", "{\"data\":{\"" + id(round % 90) + "\":{\"name\":\"Author " + round
                + "\",\"email\":\"a@example.com\",\"bio\":\"" + "A bio of some length. ".repeat(18)
                + "\",\"active\":true,\"role\":\"writer\",\"topics\":[\"trains\"]}}}");
    }

    /** An editor that asks whether anything is new. */
    private void lookAgain(String project) throws Exception {
        long end = endOf(READING);
        String tag = tag(project + "/brain/sync");
        while (System.nanoTime() < end) {
            send("GET", project + "/brain/sync", "", tag);
        }
    }

    private void editLongFile(String project) throws Exception {
        call("PUT", project + "/models/long", "{\"name\":\"Long\",\"kind\":\"collection\",\"domain\":\"blog\","
                + "\"i18n\":false,\"fields\":{\"title\":{\"type\":\"string\",\"required\":true},"
                + "\"body\":{\"type\":\"text\"}}}");
        StringBuilder entries = new StringBuilder();
        for (int entry = 0; entry < LONG_FILE_ENTRIES; entry++) {
            entries.append(entry == 0 ? "" : ",").append(longEntry(entry, 0));
        }
        call("POST", project + "/content/long", "{\"data\":{" + entries + "}}");
        long end = endOf(READING);
        for (int round = 0; System.nanoTime() < end; round++) {
            call("POST", project + "/content/long", "{\"data\":{" + longEntry(round % 90, round) + "}}");
            if (round % 8 == 0) {
                call("GET", project + "/brain/sync", "");
            }
        }
    }

    private static String longEntry(int entry, int round) {
        return "\"" + id(entry) + "\":{\"title\":\"Entry " + round + "\",\"body\":\"" + "lorem ipsum dolor ".repeat(55)
                + "\"}";
    }

    private void writeDocuments(String project) throws Exception {
        long end = endOf(WRITING_DOCUMENTS);
        together(round -> {
            saveDocument(project, round, PARTS);
            return round < DOCUMENTS_MAX && System.nanoTime() < end;
        });
    }

    /** Most documents are of plain Markdown; one in eight also says what only the parser and the sanitizer know. */
    private void saveDocument(String project, int number, int parts) throws Exception {
        StringBuilder body = new StringBuilder();
        for (int part = 0; part < parts; part++) {
            body.append(part(number + part));
        }
        if (number % 8 == 7) {
            body.append("| a | b |\\n|---|:-:|\\n| c | ~~d~~ |\\n\\n- one\\n  - two\\n\\n> <b>three</b> {{four}}, www.example.com\\n");
        }
        call("POST", project + "/content/guides",
                "{\"locale\":\"en\",\"slug\":\"written-" + number + "\",\"data\":{\"title\":\"Guide " + number
                        + "\",\"level\":\"beginner\"},\"body\":\"" + body + "\"}");
    }

    /** Half a kilobyte of Markdown, as JSON. */
    private static String part(int number) {
        return "## Part " + number + "\\n\\n"
                + ("Readers get **published** entries only, as [JSON](https://example.com/" + number
                                + "), and `nothing` that *waits* & stays; \\\"caf\u00e9\\\" too. ")
                        .repeat(3)
                + "\\n\\n- first\\n- **second**\\n\\n1. one\\n2. two\\n\\n```js\\nlet a = '<b>';\\n```\\n\\n![a](media/b.png)\\n\\n";
    }

    private void review(String project) throws Exception {
        call("PATCH", project + "/config", "{\"workflow\":\"review\"}");
        together(round -> {
            saveAuthor(project, round);
            return round < OPEN_CHANGES * share;
        });
        long end = endOf(READING);
        while (System.nanoTime() < end) {
            call("GET", project + "/branches", "");
        }
        String saved = call("POST", project + "/content/labels", "{\"locale\":\"en\",\"data\":{\"nav.end\":\"End\"}}");
        String branch = URLEncoder.encode(find(saved, "\"branch\":\"([^\"]+)\""), StandardCharsets.UTF_8);
        call("GET", project + "/branches/" + branch + "/diff", "");
        call("POST", project + "/branches/" + branch + "/merge", "");
    }

    /** Work of one round; false when it was the last one. */
    private interface Round {
        boolean work(int number) throws Exception;
    }

    /** Several at once take rounds until one was the last. */
    private static void together(Round round) throws Exception {
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<Boolean>> all = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                all.add(writers.submit(() -> {
                    while (round.work(next.getAndIncrement())) {}
                    return true;
                }));
            }
            for (Future<Boolean> one : all) {
                one.get();
            }
        }
    }

    private long endOf(Duration work) {
        return System.nanoTime() + (long) (work.toNanos() * share);
    }

    private static String id(int entry) {
        return "%012x".formatted(entry);
    }

    private String tag(String path) throws Exception {
        return send("GET", path, "", "\"none\"").headers().firstValue("ETag").orElseThrow();
    }

    private void deliver(String project, String id) throws Exception {
        call("PATCH", project + "/config", "{\"workflow\":\"auto-merge\"}");
        call("PATCH", project + "/cdn/settings", "{\"cdn_enabled\":true}");
        build(project);
        String key = find(call("POST", project + "/cdn/keys", "{\"name\":\"training\"}"), "\"key\":\"([^\"]+)\"");
        token = key;
        String delivered = "/api/cdn/v1/" + id;
        List<String> paths = List.of("/_manifest.json", "/content/authors/data.json", "/content/labels/en.json");
        for (int round = 0; round < DELIVERED_ROUNDS * share; round++) {
            for (String path : paths) {
                send("GET", delivered + path, "", tag(delivered + path));
            }
        }
    }

    /** Full builds, and those that follow a document that is as much work as many. */
    private void build(String project) throws Exception {
        long end = endOf(BUILDING);
        int round = 0;
        do {
            if (round % 3 == 0) {
                saveDocument(project, round, PARTS_OF_LONG);
            }
            call("POST", project + "/cdn/builds/trigger", "");
            round++;
        } while (System.nanoTime() < end);
    }

    private String call(String method, String path, String body) throws Exception {
        return send(method, path, body, "\"none\"").body();
    }

    private HttpResponse<String> send(String method, String path, String body, String knownTag) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (method.equals("GET")) {
            request.header("If-None-Match", knownTag);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        boolean refused = response.body().contains("\"valid\":false,\"errors\"");
        if (response.statusCode() >= 400 || refused) {
            throw new IllegalStateException(
                    method + " " + path + " answered " + response.statusCode() + ": " + response.body());
        }
        return response;
    }

    private static String find(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("There is no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }
}
