package cms.platform.objects;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.config.Secret;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.testing.ObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against a real store; {@code .ci/s3} runs it. Shown to fail when what the store refuses counts as absent, and without
 * the memory of an outage; and when parts are numbered in the order of their arrival.
 */
@Timeout(600)
class BucketObjectsProof {
    @TempDir
    Path folder;

    private ObjectStore store;
    private OutgoingHttp out;
    private BucketObjects objects;

    @BeforeEach
    void open() throws IOException {
        store = new ObjectStore(folder);
        out = new OutgoingHttp(new NetSettings(List.of(), null));
        objects = with("the-secret", store.bucket());
        // A store that has just started may be slow with its first objects, on a slow machine for longer than it may
        // be.
        eventually("it takes objects", () -> works(() -> objects.put("first", bytes("first"))));
        eventually("it gives objects", () -> works(() -> objects.delete("first")));
    }

    @AfterEach
    void close() {
        out.close();
        store.close();
    }

    @Test
    void givesBackWhatWasStoredAndReplacesIt() {
        objects.put("a/b/c.json", bytes("one"));
        objects.put("a/b/c.json", bytes("two"));
        objects.put("empty", new byte[0]);
        objects.put("an@odd_Key-1.x/y", bytes("odd"));
        assertThat(text("a/b/c.json")).hasValue("two");
        assertThat(text("empty")).hasValue("");
        assertThat(text("an@odd_Key-1.x/y")).hasValue("odd");
        assertThat(text("a/b/d.json")).isEmpty();
        assertThat(text("a/b")).isEmpty();
        assertThat(text("../a")).isEmpty();
        assertThatThrownBy(() -> objects.put("../a", bytes("x"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void largeObjectsTravelInPartsAndArriveWhole() {
        Random random = new Random(7);
        for (int size : new int[] {8 << 20, (8 << 20) + 1, (20 << 20) + 3}) {
            byte[] large = new byte[size];
            random.nextBytes(large);
            objects.put("large", large);
            assertThat(objects.get("large").orElseThrow()).isEqualTo(large);
        }
    }

    @Test
    void largeObjectsAreGatheredAndReadFromAFileThatNobodyFinds() throws IOException {
        Random random = new Random(8);
        for (int pieces : new int[] {0, 1, 3}) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            try (Objects.Incoming incoming = objects.incoming("large")) {
                for (int number = 0; number < pieces; number++) {
                    byte[] piece = new byte[3 << 20];
                    random.nextBytes(piece);
                    whole.writeBytes(piece);
                    assertThat(incoming.append(List.of(ByteBuffer.wrap(piece)))).isEqualTo(ByteBuffer.wrap(piece));
                }
                incoming.finish();
            }
            assertThat(objects.view("large").orElseThrow()).isEqualTo(ByteBuffer.wrap(whole.toByteArray()));
        }
        assertThat(objects.view("none")).isEmpty();
        try (Stream<Path> scratch = Files.list(folder.resolve("scratch"))) {
            assertThat(scratch).isEmpty();
        }
    }

    @Test
    void deletesOneOrAllBelow() {
        List<String> keys = Stream.concat(
                        Stream.of("p/1", "p/2/3", "p", "p2/1", "q"),
                        IntStream.range(0, 40).mapToObj(number -> "p/many/" + number))
                .toList();
        keys.stream().filter(key -> !key.equals("p")).forEach(key -> objects.put(key, bytes(key)));
        objects.delete("q");
        objects.delete("q");
        objects.deleteAll("p");
        objects.deleteAll("nothing/here/");
        assertThat(keys.stream().filter(key -> text(key).isPresent())).containsExactly("p2/1");
    }

    /** More than fit into one answer of the store. */
    @Test
    void namesEveryObjectOnce() {
        List<String> keys =
                IntStream.range(0, 1_050).mapToObj(number -> "p/" + number).toList();
        keys.forEach(key -> objects.put(key, bytes(key)));
        List<String> named = new ArrayList<>();
        objects.eachKey(named::add);
        assertThat(named).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void aStoreThatRefusesIsUnavailableAndNeverEmpty() {
        assertUnavailable(() -> with("another-secret", store.bucket()).get("a"));
        assertUnavailable(() -> with("another-secret", store.bucket()).put("a", bytes("a")));
        assertUnavailable(() -> with("the-secret", "no-such-bucket").get("a"));
        // They failed otherwise while only a read knew that a missing bucket is no missing object.
        assertUnavailable(() -> with("the-secret", "no-such-bucket").put("a", bytes("a")));
        assertUnavailable(() -> with("the-secret", "no-such-bucket").eachKey(key -> {}));
    }

    @Test
    void aKilledStoreIsUnavailableAndUsedAgainOnceItIsBack() {
        objects.put("a", bytes("a"));
        store.kill();
        for (int times = 0; times < 100; times++) {
            assertUnavailable(() -> objects.get("a"));
        }
        store.start();
        eventually("it is used again", () -> works(() -> objects.put("b", bytes("b"))));
        assertThat(text("a")).hasValue("a");
        assertThat(text("b")).hasValue("b");
    }

    /** Only the first has to find out: the thousand after it would take hours. */
    @Test
    void ofAHangingStoreOnlyTheFirstWaits() {
        objects.put("a", bytes("a"));
        store.freeze();
        try {
            for (int times = 0; times < 1_000; times++) {
                assertUnavailable(() -> objects.get("a"));
            }
        } finally {
            store.thaw();
        }
        eventually("it is used again", () -> works(() -> objects.get("a")));
    }

    private BucketObjects with(String secret, String bucket) {
        return new BucketObjects(
                new Bucket(store.endpoint(), bucket, "us-east-1", new Secret("the-key"), new Secret(secret)),
                out.toSettings(),
                folder.resolve("scratch"));
    }

    private static boolean works(Runnable call) {
        try {
            call.run();
            return true;
        } catch (Failure stillOut) {
            return false;
        }
    }

    private static void assertUnavailable(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
            assertThat(failure.retryAfter()).isPresent();
        });
    }

    private Optional<String> text(String key) {
        return objects.get(key).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
