package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.media.sweep.OrphanedObjects;
import cms.platform.objects.FolderObjects;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import cms.upkeep.Commands;
import cms.upkeep.InstanceStorage;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(240)
class MediaUpkeepTest {
    @TempDir
    private Path folder;

    private TestApp app;
    private World world;
    private JsonNode asset;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        asset = Form.of("a.png", Drawn.halves("png", 60, 40, Color.RED, Color.BLUE))
                .post(world.ada().http(), world.p() + "/media")
                .is(201)
                .json();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aCheckComparesRowsAndBytesAndADeepOneReadsThem() throws IOException {
        assertThat(check()).contains("nothing is damaged");
        Path one = files("media").getFirst();
        byte[] bytes = Files.readAllBytes(one);
        byte[] other = bytes.clone();
        other[other.length / 2] ^= 1;
        Files.write(one, other);
        assertThat(check()).contains("nothing is damaged");
        assertThat(check("--deep"))
                .contains("has another digest", asset.get("id").asString());
        Files.write(one, new byte[3]);
        assertThat(check()).contains("are damaged");
        Files.delete(one);
        assertThat(check()).contains("are missing");
        Files.write(one, bytes);
        assertThat(check("--deep")).contains("nothing is damaged");
    }

    @Test
    void aBackupBringsBackWhatWasUploadedAndNotWhatCanBeMadeAgain() throws IOException {
        Http ada = world.ada().http();
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true, "cdn_public_media", true))
                .is(200);
        String path = asset.get("url").asString().replaceFirst("^https?://[^/]+", "");
        new Http(app.url()).get(path + "?w=16").is(200);
        assertThat(files("media-derived")).hasSize(1);
        Path backup = folder.resolve("backup.zip");
        assertThat(run("backup", backup.toString())).contains("holds");
        try (ZipFile zip = new ZipFile(backup.toFile())) {
            List<String> names = zip.stream().map(Object::toString).toList();
            assertThat(names)
                    .filteredOn(name -> name.startsWith("objects/media/"))
                    .hasSameSizeAs(files("media"));
            assertThat(names).noneMatch(name -> name.contains("media-derived"));
        }
        Path other = folder.resolve("other");
        assertThat(ran(other, "restore", backup.toString())).contains("is back in");
        assertThat(ran(other, "check", "--deep")).contains("nothing is damaged");
        // A master, the original, and the four variants of the preset.
        assertThat(files("media")).hasSize(6);
        for (Path file : files("media")) {
            assertThat(other.resolve(app.data().relativize(file))).hasSameBinaryContentAs(file);
        }
    }

    @Test
    void bytesThatNothingNamesGoAfterADayAndNothingElseDoes() throws IOException {
        List<Path> named = files("media");
        Path stray = named.getFirst().resolveSibling("11111111-2222-4333-8444-555555555555");
        Files.write(stray, new byte[10]);
        sweep();
        assertThat(stray).exists();
        app.clock().advance(Duration.ofHours(25));
        sweep();
        assertThat(stray).doesNotExist();
        assertThat(files("media")).isEqualTo(named);
    }

    private List<Path> files(String kind) throws IOException {
        try (Stream<Path> found = Files.walk(app.data().resolve("objects").resolve(kind))) {
            return found.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private void sweep() {
        new OrphanedObjects(app.doors().rows(), new FolderObjects(app.data().resolve("objects")), app.clock()).sweep();
    }

    private String check(String... more) {
        return run(Stream.concat(Stream.of("check"), Stream.of(more)).toArray(String[]::new));
    }

    private String run(String... arguments) {
        return ran(app.data(), arguments);
    }

    private static String ran(Path data, String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        new Commands(new InstanceStorage(data, Optional.empty(), Optional.empty()), InstantSource.system(), out, out)
                .run(List.of(arguments));
        return said.toString(StandardCharsets.UTF_8);
    }
}
