package cms.delivery.build;

import static org.assertj.core.api.Assertions.assertThat;

import cms.git.CommitId;
import cms.platform.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The repository of {@code site/in} is delivered as the files of {@code site/out}, no more and no fewer.
 *
 * <p>With {@code -Dgoldens.write=true} the test writes what is delivered, for a person to read before it counts.
 */
class SiteGoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/cms/delivery/site");
    private static final Instant NOW = Instant.parse("2026-11-02T08:00:00Z");
    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @TempDir
    Path temporary;

    @Test
    void everyKindIsDeliveredAsTheGoldensSay() throws IOException {
        try (ScratchRepository scratch = new ScratchRepository(temporary)) {
            CommitId commit = scratch.commitFolder(FOLDER.resolve("in"));
            Site site = new SiteBuilder("", Renderings.none())
                    .build(
                            new SiteBuilder.Input(
                                    scratch.repository().tree(commit),
                                    "c0ffee",
                                    "main",
                                    NOW,
                                    Site.Before.nothing(),
                                    BodySink.none()),
                            (model, number, total) -> {});
            Map<String, String> delivered = new TreeMap<>();
            site.files().forEach((path, body) -> delivered.put(path, pretty(body)));
            if (Boolean.getBoolean("goldens.write")) {
                write(delivered);
            }
            assertThat(delivered).isEqualTo(goldens());
            assertThat(site.errors()).isEmpty();
            assertThat(site.nextChange()).contains(Instant.parse("2026-11-02T08:00:00.000000001Z"));
        }
    }

    private static String pretty(DeliveredBytes body) {
        return PRETTY.writeValueAsString(Json.parse(body.bytes())) + "\n";
    }

    private static Map<String, String> goldens() throws IOException {
        Map<String, String> goldens = new TreeMap<>();
        Path out = FOLDER.resolve("out");
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                goldens.put(out.relativize(file).toString(), Files.readString(file));
            }
        }
        return goldens;
    }

    private static void write(Map<String, String> delivered) throws IOException {
        for (Map.Entry<String, String> file : delivered.entrySet()) {
            Path target = FOLDER.resolve("out").resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }
}
