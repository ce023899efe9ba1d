package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same files in uploads that go on where they stopped and by URL, and repositories that answer without an end. */
final class BombsByOtherWays implements Attack {
    private static final int AT_ONCE = 8;
    private static final int REPOSITORIES = 4;
    private static final Set<Integer> ANSWERS = Set.of(200, 201, 204, 400, 403, 409, 413, 415, 422, 429, 502, 503);

    private final Elsewhere elsewhere;

    BombsByOtherWays(Elsewhere elsewhere) {
        this.elsewhere = elsewhere;
    }

    @Override
    public String name() {
        return "bombs by other ways";
    }

    @Override
    public void run(Target target) throws Exception {
        String media = target.project().p() + "/media";
        Http eve = target.eve().http();
        Map<String, byte[]> files = new LinkedHashMap<>(BombsInFiles.pictures());
        BombsInFiles.words().forEach((name, bytes) -> files.put(name.replace(' ', '-') + ".docx", bytes));
        files.put("values.json", Texts.repeated("[", "[".repeat(90) + "]".repeat(90) + ",", "0]", 20_000_000));
        List<Callable<Reply>> all = new ArrayList<>();
        files.forEach((name, bytes) -> {
            all.add(() -> inParts(eve, media + "/uploads", name, bytes));
            String url = elsewhere.serve(name, bytes);
            all.add(() -> eve.post(media + "/upload-url", Map.of("url", url)));
        });
        for (int i = 0; i < REPOSITORIES; i++) {
            Map<String, String> wanted = Map.of("name", "endless" + i, "importUrl", elsewhere.endlessRepository());
            all.add(() -> eve.post("/api/git_host/create-from-template", wanted));
        }
        try (ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<Reply> reply : callers.invokeAll(all)) {
                assertThat(reply.get().status()).as(reply.get().text()).isIn(ANSWERS);
            }
        }
    }

    private static Reply inParts(Http eve, String uploads, String name, byte[] bytes) {
        String called = Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8));
        Http sender = eve.with("Tus-Resumable", "1.0.0");
        Reply begun = sender.with("Upload-Length", Integer.toString(bytes.length))
                .with("Upload-Metadata", "filename " + called)
                .post(uploads, Map.of());
        return begun.status() == 201
                ? sender.with("Upload-Offset", "0")
                        .sendBytes("PATCH", begun.header("Location"), "application/offset+octet-stream", bytes)
                : begun;
    }
}
