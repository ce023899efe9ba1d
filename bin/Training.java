import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A day's work in some seconds, done once after a build by {@code ./cms}: {@code java bin/Training.java <base url>}.
 * Java remembers which code it ran how often (decision 0042) and compiles that early at every later start.
 *
 * <p>Signs in with the built-in identity page, edits a starter, reviews, and delivers, all through the public routes of
 * a service that has an empty folder of its own.
 */
public final class Training {
    private static final String CALLBACK = "http://127.0.0.1:9876/callback";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A start waits for this work, so it ends in the middle where the machine is slow. */
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    /** How long each kind of work goes on; beyond this more of it is hardly seen in later starts. */
    private static final Duration SAVING = Duration.ofSeconds(5);

    private static final Duration READING = Duration.ofSeconds(2);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;
    private String token = "";

    private Training(String base) {
        this.base = base;
    }

    public static void main(String[] arguments) throws Exception {
        Thread.ofPlatform().daemon().start(Training::endInTime);
        new Training(arguments[0]).run();
    }

    private static void endInTime() {
        try {
            Thread.sleep(AT_MOST);
        } catch (InterruptedException interrupted) {
            return;
        }
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

    /** Saves of every kind, with what an editor reads between them; then one change that is reviewed. */
    private void edit(String project) throws Exception {
        long end = System.nanoTime() + SAVING.toNanos();
        for (int round = 0; System.nanoTime() < end; round++) {
            String entry = "%012x".formatted(round % 90);
            String author = "{\"data\":{\"" + entry + "\":{\"name\":\"Author " + round
                    + "\",\"email\":\"a@example.com\",\"bio\":\"" + "A bio of some length. ".repeat(20)
                    + "\",\"active\":true,\"role\":\"writer\",\"topics\":[\"trains\"]}}}";
            call("POST", project + "/content/authors", author);
            if (round % 8 == 0) {
                call("PATCH", project + "/content/authors/status",
                        "{\"entryIds\":[\"" + entry + "\"],\"status\":\"published\"}");
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
        call("PATCH", project + "/config", "{\"workflow\":\"review\"}");
        String saved = call("POST", project + "/content/labels", "{\"locale\":\"en\",\"data\":{\"nav.end\":\"End\"}}");
        String branch = URLEncoder.encode(find(saved, "\"branch\":\"([^\"]+)\""), StandardCharsets.UTF_8);
        call("GET", project + "/branches/" + branch + "/diff", "");
        call("POST", project + "/branches/" + branch + "/merge", "");
    }

    private void deliver(String project, String id) throws Exception {
        call("PATCH", project + "/cdn/settings", "{\"cdn_enabled\":true}");
        String key = find(call("POST", project + "/cdn/keys", "{\"name\":\"training\"}"), "\"key\":\"([^\"]+)\"");
        call("POST", project + "/cdn/builds/trigger", "");
        token = key;
        String delivered = "/api/cdn/v1/" + id;
        List<String> paths = List.of("/_manifest.json", "/content/authors/data.json", "/content/labels/en.json");
        long end = System.nanoTime() + READING.toNanos();
        while (System.nanoTime() < end) {
            for (String path : paths) {
                String tag = send("GET", delivered + path, "", "\"none\"")
                        .headers()
                        .firstValue("ETag")
                        .orElseThrow();
                send("GET", delivered + path, "", tag);
            }
        }
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
        if (response.statusCode() >= 400) {
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
