package cms.attacks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.RawConnection;
import cms.testing.Reply;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A file of a kept release for many connections that do not read it: with a copy for each more than the heap. */
final class SlowReaders implements Attack {
    private static final int FILE_BYTES = 20_000_000;
    private static final int CONNECTIONS = 60;
    private static final String FILE = "content/authors/data.json";

    @Override
    public String name() {
        return "slow readers of large answers";
    }

    @Override
    public void run(Target target) throws Exception {
        Target.Project project = target.project();
        byte[] file = ("{\"a1b2c3d4e5f6\":{\"name\":\"x\",\"bio\":\"" + "x".repeat(FILE_BYTES) + "\"}}")
                .getBytes(StandardCharsets.UTF_8);
        Target.write(project.git().folder().resolve(".cms/content/blog/authors/data.json"), file);
        project.git().commit("a long text");
        project.git().git("push", "--quiet", "origin", "HEAD");
        String key = target.eve()
                .http()
                .post(project.p() + "/cdn/keys", Map.of("name", "slow"))
                .is(200)
                .json()
                .get("key")
                .asString();
        Http site = new Http(target.service().url()).bearer(key);
        String root = "/api/cdn/v1/" + project.p().substring(project.p().lastIndexOf('/') + 1) + "/";
        eventually("the text is delivered", () -> site.get(root + FILE).body().length > FILE_BYTES);
        String commit = site.get(root + "_manifest.json")
                .is(200)
                .json()
                .get("commitSha")
                .asString();

        List<RawConnection> slow = new ArrayList<>();
        try {
            String kept = root + "@" + commit + "/" + FILE;
            for (int number = 0; number < CONNECTIONS; number++) {
                slow.add(begun(target.service().url(), kept, key));
            }
            long answered = slow.stream()
                    .filter(connection -> connection.line().contains(" 200 "))
                    .count();
            assertThat(answered).as("slow readers that are answered").isEqualTo(CONNECTIONS);
            Reply quick = site.get(kept).is(200);
            assertThat(quick.body().length).as("another reader's file").isGreaterThan(FILE_BYTES);
            Stream.of(slow.getFirst(), slow.getLast())
                    .forEach(connection ->
                            assertThat(connection.text(FILE_BYTES)).hasSize(FILE_BYTES));
        } finally {
            slow.forEach(RawConnection::close);
        }
    }

    private static RawConnection begun(URI url, String path, String key) {
        return new RawConnection(url.getPort())
                .send("GET " + path + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nAuthorization: Bearer " + key
                        + "\r\n\r\n");
    }
}
