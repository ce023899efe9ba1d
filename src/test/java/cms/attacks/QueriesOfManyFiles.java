package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Eventually;
import cms.testing.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** S1: one query with a key that asks for an entry in twenty locales, whose files are each just within their bound. */
final class QueriesOfManyFiles implements Attack {
    private static final int FILE_BYTES = 2_500_000;
    private static final List<String> LOCALES =
            IntStream.range(0, 20).mapToObj(at -> "q" + (char) ('a' + at)).toList();

    @Override
    public String name() {
        return "queries of many files";
    }

    /** What it leaves in caches, each within its share, is more than all attacks together may leave. */
    @Override
    public boolean isOnlyByName() {
        return true;
    }

    @Override
    public void run(Target target) {
        Target.Project project = target.project();
        Path config = project.git().folder().resolve(".cms/config.json");
        Target.write(config, configured(config));
        for (String locale : LOCALES) {
            Target.write(
                    project.git().folder().resolve(".cms/content/blog/posts/" + locale + ".json"),
                    Texts.repeated(
                            "{\"a1b2c3d4e5f6\":{\"title\":\"" + locale + "\",\"x\":[", "{},", "0]}}", FILE_BYTES));
        }
        project.git().commit("many locales");
        project.git().git("push", "--quiet", "origin", "HEAD");
        String key = target.eve()
                .http()
                .post(project.p() + "/cdn/keys", Map.of("name", "site", "allowed_origins", List.of()))
                .json()
                .path("key")
                .asString();
        Http website = new Http(target.service().url()).bearer(key);
        String query = "/api/cdn/v1/" + project.p().substring(project.p().lastIndexOf('/') + 1) + "/query/posts/";
        String last = LOCALES.getLast();
        Eventually.eventually(
                "they are built",
                () -> website.get(query + last + "?limit=1&fields=title").status() == 200);
        String others = String.join(",", LOCALES.subList(1, LOCALES.size()));
        for (int look = 0; look < 2; look++) {
            website.get(query + LOCALES.getFirst() + "?limit=1&fallback=" + others)
                    .is(422);
        }
        target.eve().http().get("/api/health").is(200);
        assertThat(target.service().isAlive()).isTrue();
    }

    private static byte[] configured(Path config) {
        try {
            JsonNode read = Json.parse(Files.readAllBytes(config));
            ArrayNode supported = ((ObjectNode) read.path("locales")).putArray("supported");
            supported.add("en");
            LOCALES.forEach(supported::add);
            return Json.bytes(read);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
