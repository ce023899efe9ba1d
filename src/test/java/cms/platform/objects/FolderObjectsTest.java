package cms.platform.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FolderObjectsTest {
    @TempDir
    Path outside;

    private Path folder;
    private FolderObjects objects;

    @BeforeEach
    void open() {
        folder = outside.resolve("objects");
        objects = new FolderObjects(folder);
    }

    @Test
    void givesBackWhatWasStoredAndReplacesIt() {
        objects.put("a/b/c.json", bytes("one"));
        objects.put("a/b/c.json", bytes("two"));
        objects.put("empty", new byte[0]);
        assertThat(text("a/b/c.json")).hasValue("two");
        assertThat(text("empty")).hasValue("");
        assertThat(text("a/b/d.json")).isEmpty();
    }

    @Test
    void objectsAreThereAfterTheNextStartAndLeftOversAreNot() throws IOException {
        objects.put("a", bytes("kept"));
        Path leftOver = Files.writeString(folder.resolve(".aside/half-written"), "half");
        open();
        assertThat(text("a")).hasValue("kept");
        assertThat(leftOver).doesNotExist();
    }

    @Test
    void namesEveryObjectOnce() throws IOException {
        List<String> keys = List.of("p/1", "p/2/3", "p2/1", "q");
        keys.forEach(key -> objects.put(key, bytes(key)));
        Files.writeString(folder.resolve(".aside/half-written"), "half");
        List<String> named = new ArrayList<>();
        objects.eachKey(named::add);
        assertThat(named).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void deletesOneOrAllBelow() {
        for (String key : List.of("p/1", "p/2/3", "p2/1", "q")) {
            objects.put(key, bytes(key));
        }
        objects.delete("q");
        objects.delete("q");
        objects.deleteAll("p");
        objects.deleteAll("nothing/here/");
        assertThat(Stream.of("p/1", "p/2/3", "p2/1", "q")
                        .filter(key -> text(key).isPresent()))
                .containsExactly("p2/1");
        objects.delete("p2");
        assertThat(text("p2/1")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                ".",
                "..",
                "../x",
                "a/../../x",
                "a/./b",
                "/etc/passwd",
                "a//b",
                "a/",
                "/a",
                "a\\b",
                "..\\x",
                "a\0b",
                "a b",
                "a\nb",
                "é",
                "a:b",
                "a*b",
                "%2e%2e/x",
                "~/x",
                "a;b",
                ".aside",
                ".aside/x",
                "C:\\x",
                "a?b",
                "\uD800"
            })
    void nothingCanBeStoredUnderAnOddName(String key) throws IOException {
        assertThatThrownBy(() -> objects.put(key, bytes("x"))).isInstanceOf(IllegalArgumentException.class);
        assertThat(objects.get(key)).isEmpty();
        objects.delete(key);
        objects.deleteAll(key);
        try (Stream<Path> all = Files.walk(outside)) {
            assertThat(all).allMatch(path -> path.equals(outside) || path.startsWith(folder));
        }
        assertThat(folder).isDirectory();
    }

    @Test
    void absurdlyLongNamesAreNoKeys() {
        assertThatThrownBy(() -> objects.put("a".repeat(201), bytes("x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> objects.put("a/".repeat(400) + "ab", bytes("x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(objects.get("a".repeat(5_000))).isEmpty();
    }

    @Test
    void aFolderIsNoObjectAndAnObjectIsNoFolder() {
        objects.put("a/b", bytes("x"));
        assertThat(objects.get("a")).isEmpty();
        assertThat(objects.get("a/b/c")).isEmpty();
        objects.delete("a/b/c");
        objects.deleteAll("a/b/c");
        assertThat(text("a/b")).hasValue("x");
    }

    @Test
    void anObjectThatComesInPiecesIsAbsentUntilItIsFinished() throws IOException {
        objects.put("k/v", bytes("old"));
        try (Objects.Incoming dropped = objects.incoming("k/v")) {
            ByteBuffer early = dropped.append(List.of(ByteBuffer.wrap(bytes("never"))));
            dropped.close();
            assertThat(StandardCharsets.UTF_8.decode(early).toString()).isEqualTo("never");
        }
        ByteBuffer first;
        ByteBuffer second;
        try (Objects.Incoming incoming = objects.incoming("k/v")) {
            first = incoming.append(List.of(ByteBuffer.wrap(bytes("one")), ByteBuffer.wrap(bytes(""))));
            second = incoming.append(List.of(ByteBuffer.wrap(filled('x', 300_000)), ByteBuffer.wrap(bytes("end"))));
            assertThat(text("k/v")).hasValue("old");
            incoming.finish();
        }
        String whole = "one" + "x".repeat(300_000) + "end";
        assertThat(text("k/v")).hasValue(whole);
        objects.delete("k/v");
        assertThat(StandardCharsets.UTF_8.decode(first).toString() + StandardCharsets.UTF_8.decode(second))
                .isEqualTo(whole);
        try (Stream<Path> aside = Files.list(folder.resolve(".aside"))) {
            assertThat(aside).isEmpty();
        }
        assertThatThrownBy(() -> objects.incoming("../x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readersSeeAWholeObjectWhileItIsReplaced() throws Exception {
        byte[][] versions = {filled('a', 300_000), filled('b', 200_000)};
        objects.put("k/v", versions[0]);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                readers.add(threads.submit(() -> {
                    int reads = 0;
                    while (!done.get() || reads == 0) {
                        byte[] seen = objects.get("k/v").orElseThrow();
                        assertThat(Arrays.equals(seen, versions[0]) || Arrays.equals(seen, versions[1]))
                                .isTrue();
                        reads++;
                    }
                    return reads;
                }));
            }
            for (int i = 0; i < 60; i++) {
                objects.put("k/v", versions[i % 2]);
            }
            done.set(true);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
        try (Stream<Path> aside = Files.list(folder.resolve(".aside"))) {
            assertThat(aside).isEmpty();
        }
    }

    @Test
    void storingAndDeletingBelowAtTheSameTimeFailsNobody() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String key = "p/x/" + i;
                all.add(threads.submit(() -> objects.put(key, bytes(key))));
                all.add(threads.submit(() -> objects.deleteAll("p")));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        objects.put("p/x/last", bytes("last"));
        assertThat(text("p/x/last")).hasValue("last");
    }

    private Optional<String> text(String key) {
        return objects.get(key).map(found -> new String(found, StandardCharsets.UTF_8));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] filled(char with, int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }
}
