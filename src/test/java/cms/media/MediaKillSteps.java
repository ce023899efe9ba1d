package cms.media;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.durability.Fault;
import cms.platform.crypto.Hashes;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at each step of an upload, of one in parts, of a deletion, a restoration and a change of the focal point.
 * strace makes each call that changes the disk wait for a moment, so that every step can be seen from outside; the
 * state of the disk after the kill says that the step was met. Then the service starts again: what was acknowledged is
 * there, what was not is there whole or not at all, what is released follows, and no bytes stay that nothing names. One
 * service that starts again is the one that the next step is done with. {@code .ci/faults} runs it.
 *
 * <p>Shown to fail where the run of a job that a kill has cut off is not begun anew at the start ({@code Jobs.start}):
 * the bytes of an erased asset stay; and where nothing is built at the start ({@code Delivery.loadAndCatchUp}): readers
 * are told of what was.
 */
final class MediaKillSteps {
    private static final String CALLS = "fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat";
    private static final long WAIT_MICROS = Long.getLong("cms.wait.micros", 60_000);
    private static final int TRIES = 8;

    /** A pattern that finds the steps that are walked. */
    private static final Pattern ONLY = Pattern.compile(System.getProperty("cms.steps", ""));

    private static final String PART_TYPE = "application/offset+octet-stream";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path data;

    private final StoredMedia stored = new StoredMedia(() -> data);

    /** Acknowledged assets by id, with the hash of what was uploaded. */
    private final Map<String, String> hashes = new HashMap<>();

    /** Those of them that are in the bin. */
    private final Set<String> bin = new HashSet<>();

    private final List<String> told = new ArrayList<>();
    private final DeliveredAssets delivered = new DeliveredAssets();
    private @Nullable ServiceProcess service;
    private String media = "";
    private int pictures;

    /** The asset that an act is about; what became of it is known when it was answered. */
    private String subject = "";

    private @Nullable Parts open;

    /** An upload in parts of which nobody told that it is an asset. */
    private record Parts(String path, byte[] bytes) {}

    /** What lay on the disk before the act. */
    private record Before(
            Set<String> blobs,
            Set<String> named,
            long parts,
            Map<String, String> assets,
            String log,
            Set<String> released) {}

    /** Something that people do, and whether it was answered. */
    private interface Act {
        void on(Http http, AtomicBoolean answered);
    }

    private interface Step {
        boolean met(Before before, boolean answered);
    }

    @Test
    void whateverStepAKillMeetsNothingIsLostAndNothingIsLeft() {
        assumeTrue(Fault.isPossible(data), "strace cannot run here: no step can be met");
        service = ServiceProcess.start(data, Map.of());
        try {
            steps();
        } finally {
            Objects.requireNonNull(service).close();
        }
        stored.sweepLeavesWhatRowsName();
        System.out.println(
                "killed at " + told.size() + " steps, nothing lost and nothing left: " + String.join("; ", told));
    }

    private void steps() {
        uploads();
        removals();
        moves();
    }

    private void uploads() {
        at("an upload is taken", this::upload, (before, answered) -> stored.isTaking() && nothingNew(before));
        at("its first bytes are written", this::upload, (before, answered) -> stored.isWriting() && nothingNew(before));
        at("its first bytes are stored", this::upload, (before, answered) -> fresh(before) == 1 && noRow(before));
        at("all but the last are stored", this::upload, (before, answered) -> fresh(before) == 5 && noRow(before));
        at("all its bytes are stored", this::upload, (before, answered) -> fresh(before) == 6 && noRow(before));
        at("its row is stored, nobody was told", this::upload, (before, answered) -> !noRow(before) && !answered);
        at(
                "a part is stored and not counted",
                this::uploadInParts,
                (before, answered) ->
                        stored.parts() > before.parts() && stored.uploads().containsValue("0"));
        at(
                "an upload in parts is a row, nobody was told",
                this::uploadInParts,
                (before, answered) -> !noRow(before) && stored.parts() > before.parts() && !answered);
    }

    private void removals() {
        at(
                "a deleted row is gone, its bytes are not",
                this::erase,
                (before, answered) -> fewerRows(before) && stored.blobs().equals(before.blobs()));
        at(
                "some bytes of a deleted row are gone",
                this::erase,
                (before, answered) -> fewerRows(before) && gone(before) > 0 && gone(before) < 6);
        at("a deletion is being written", this::delete, (before, answered) -> isWritten(before, answered));
        at("a deletion is stored and not released", this::delete, (before, answered) -> isUnreleased(before));
        at("a restoration is being written", this::restore, (before, answered) -> isWritten(before, answered));
        at("a restoration is stored and not released", this::restore, (before, answered) -> isUnreleased(before));
    }

    private void moves() {
        at("some new sizes are stored", this::move, (before, answered) -> fresh(before) == 2 && noRow(before));
        at("all new sizes are stored", this::move, (before, answered) -> fresh(before) == 4 && noRow(before));
        at(
                "a row names new sizes, the old lie there",
                this::move,
                (before, answered) -> !noRow(before) && stored.blobs().containsAll(before.blobs()));
        at(
                "some old sizes are gone",
                this::move,
                (before, answered) -> !noRow(before) && gone(before) > 0 && gone(before) < 4);
        at("a move is stored and not released", this::move, (before, answered) -> isUnreleased(before));
    }

    private void at(String step, Act act, Step met) {
        if (!ONLY.matcher(step).find()) {
            return;
        }
        boolean isMet = false;
        for (int tries = 0; !isMet && tries < TRIES; tries++) {
            Before before = prepared(step.contains("restoration"));
            isMet = isKilledAt(before, act, met, WAIT_MICROS * (1 + tries));
            service = ServiceProcess.start(data, Map.of());
            isWhole(ada().http(), before);
        }
        assertThat(isMet).as("met: " + step).isTrue();
        told.add(step);
    }

    private Person ada() {
        return Person.signIn(Objects.requireNonNull(service).url(), "ada@example.com");
    }

    private Before prepared(boolean inBin) {
        Person ada = ada();
        if (media.isEmpty()) {
            String workspace = ada.primaryWorkspace();
            String project = "/api/workspaces/" + workspace + "/projects/"
                    + World.connect(ada, workspace, "starters/blog", "blog");
            delivered.begin(ada.http(), project);
            media = project + "/media";
        }
        upload(ada.http(), new AtomicBoolean()); // the worker is there now, and something to work on
        subject = hashes.keySet().stream()
                .filter(id -> !bin.contains(id))
                .findFirst()
                .orElseThrow();
        if (inBin) {
            delete(ada.http(), new AtomicBoolean());
        }
        delivered.areThoseOf(ada.http());
        return new Before(
                stored.blobs(), stored.named(), stored.parts(), stored.assets(), stored.log(), stored.released());
    }

    /** Kills in the middle of an act; answers that came before are remembered. Whether the disk shows the step then. */
    private boolean isKilledAt(Before before, Act act, Step met, long waitMicros) {
        ServiceProcess killed = Objects.requireNonNull(service);
        Http http = ada().http();
        AtomicBoolean answered = new AtomicBoolean();
        try (Fault slow = Fault.delay(killed.pid(), CALLS, waitMicros, data)) {
            Thread person = Thread.ofVirtual().start(() -> {
                try {
                    act.on(http, answered);
                } catch (RuntimeException cutOff) {
                    // What became of it is looked at when the service is back.
                }
            });
            BooleanSupplier now = () -> met.met(before, answered.get());
            while (!now.getAsBoolean() && person.isAlive()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            for (int more = 0; !now.getAsBoolean() && more < 1000; more++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2)); // what goes on after the answer
            }
            killed.kill();
            person.join();
            return now.getAsBoolean();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private boolean nothingNew(Before before) {
        return stored.blobs().equals(before.blobs());
    }

    private long fresh(Before before) {
        return stored.blobs().stream()
                .filter(blob -> !before.blobs().contains(blob))
                .count();
    }

    private long gone(Before before) {
        Set<String> now = stored.blobs();
        return before.blobs().stream().filter(blob -> !now.contains(blob)).count();
    }

    private boolean noRow(Before before) {
        return stored.assets().equals(before.assets());
    }

    private boolean fewerRows(Before before) {
        return stored.assets().size() < before.assets().size();
    }

    private boolean isWritten(Before before, boolean answered) {
        return !answered && !stored.log().equals(before.log());
    }

    /** Whether it is a row and no release has it; the answer of a move comes later than the release. */
    private boolean isUnreleased(Before before) {
        return !noRow(before) && stored.released().equals(before.released());
    }

    private void upload(Http http, AtomicBoolean answered) {
        byte[] bytes = Drawn.stripes(++pictures);
        Reply reply = Form.of("a.png", bytes).post(http, media).is(201);
        answered.set(true);
        hashes.put(reply.json().get("id").asString(), hash(bytes));
    }

    private void uploadInParts(Http plain, AtomicBoolean answered) {
        Http http = plain.with("Tus-Resumable", "1.0.0");
        byte[] bytes = Drawn.stripes(++pictures);
        Reply begun = http.with("Upload-Length", Integer.toString(bytes.length))
                .sendBytes("POST", media + "/uploads", null, new byte[0])
                .is(201);
        Parts begins = new Parts(begun.header("Location"), bytes);
        open = begins;
        part(http, begins, 0, bytes.length / 2).is(204);
        ended(part(http, begins, bytes.length / 2, bytes.length).is(204), begins);
        answered.set(true);
    }

    private static Reply part(Http http, Parts of, int from, int to) {
        return http.with("Upload-Offset", Integer.toString(from))
                .sendBytes("PATCH", of.path(), PART_TYPE, Arrays.copyOfRange(of.bytes(), from, to));
    }

    private void ended(Reply reply, Parts parts) {
        hashes.put(reply.header("X-Cms-Asset-Id"), hash(parts.bytes()));
        open = null;
    }

    private void erase(Http http, AtomicBoolean answered) {
        http.delete(media + "/" + subject + "?permanent=true").is(200);
        answered.set(true);
        hashes.remove(subject);
    }

    private void delete(Http http, AtomicBoolean answered) {
        http.delete(media + "/" + subject).is(200);
        answered.set(true);
        bin.add(subject);
    }

    private void restore(Http http, AtomicBoolean answered) {
        http.post(media + "/" + subject + "/restore").is(200);
        answered.set(true);
        bin.remove(subject);
    }

    private void move(Http http, AtomicBoolean answered) {
        int x = ++pictures % 100;
        http.patch(media + "/" + subject, Map.of("focalPoint", Map.of("x", x / 100.0, "y", 0.5)))
                .is(200);
        answered.set(true);
    }

    /** What was acknowledged is as it was left; of what was cut off, either end is right. */
    private void isWhole(Http http, Before before) {
        hashes.keySet().removeIf(id -> id.equals(subject) && isErased(http, id));
        bin.removeIf(id -> !hashes.containsKey(id));
        for (Map.Entry<String, String> asset : hashes.entrySet()) {
            String id = asset.getKey();
            Reply shown = http.get(media + "/" + id);
            if (id.equals(subject)) {
                if (shown.status() == 200 ? bin.remove(id) : bin.add(id)) {
                    continue;
                }
            }
            assertThat(shown.status()).as(id).isEqualTo(bin.contains(id) ? 404 : 200);
            if (!bin.contains(id)) {
                assertThat(shown.json().get("contentHash").asString()).isEqualTo(asset.getValue());
            }
        }
        Parts left = open;
        if (left != null) {
            resumeUpload(http.with("Tus-Resumable", "1.0.0"), left);
        }
        new Editor(media, 0).everyListedAssetHasItsBytes(http);
        eventually("bytes that a row has let go of go by themselves", () -> {
            Set<String> kept = stored.blobs();
            kept.retainAll(before.named());
            return stored.named().containsAll(kept);
        });
        delivered.areThoseOf(http);
        stored.isUndamaged();
    }

    private boolean isErased(Http http, String id) {
        if (http.get(media + "/" + id).status() == 200) {
            return false;
        }
        boolean there = http.post(media + "/" + id + "/restore").status() == 200;
        if (there) {
            http.delete(media + "/" + id).is(200);
        }
        return !there;
    }

    /** From where the service says; an upload that became an asset before the kill says which. */
    private void resumeUpload(Http http, Parts left) {
        Reply head = http.send("HEAD", left.path(), null).is(200);
        int offset = Integer.parseInt(head.header("Upload-Offset"));
        ended(
                offset == left.bytes().length
                        ? head
                        : part(http, left, offset, left.bytes().length).is(204),
                left);
        assertThat(hashes).doesNotContainKey("");
    }

    private static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(Hashes.sha256(bytes));
    }
}
