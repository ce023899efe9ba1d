package cms.platform.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveStreamTest {
    private static final int STREAMS_MAX = 1_000;

    private final AtomicLong now = new AtomicLong();
    private final LiveStreams streams = new LiveStreams(STREAMS_MAX, now::get);
    private final Stalled wire = new Stalled();

    /** A connection that takes one write and then waits until it is told to go on. */
    private static final class Stalled implements StreamConnection {
        final List<String> writes = new ArrayList<>();
        final List<String> ends = new ArrayList<>();
        private Runnable atTheEnd = () -> {};
        private @Nullable Consumer<@Nullable Throwable> pending;

        @Override
        public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
            assertThat(pending).as("one write at a time").isNull();
            writes.add(StandardCharsets.UTF_8.decode(bytes).toString());
            pending = done;
        }

        void endWrite(@Nullable Throwable failed) {
            Consumer<@Nullable Throwable> done = pending;
            pending = null;
            assertThat(done).isNotNull();
            done.accept(failed);
        }

        @Override
        public void finish() {
            assertThat(pending).as("no write is under way").isNull();
            ends.add("finished");
            atTheEnd.run();
        }

        @Override
        public void cut() {
            ends.add("cut");
            atTheEnd.run();
        }
    }

    @Test
    void whatComesDuringAWriteGoesOutTogetherInItsOrder() {
        LiveStream stream = streams.open("ada", wire);
        stream.send(LiveEvent.of(1));
        stream.send(LiveEvent.of("b", 2));
        stream.send(LiveEvent.of(3));
        stream.close();
        assertThat(wire.writes).containsExactly("data: 1\n\n");
        wire.endWrite(null);
        assertThat(wire.writes.getLast()).isEqualTo("id: b\ndata: 2\n\ndata: 3\n\n");
        assertThat(wire.ends).isEmpty();
        wire.endWrite(null);
        assertThat(wire.ends).containsExactly("finished");
        assertThat(streams.count()).isZero();
    }

    @Test
    void whoFallsTooFarBehindIsCutOff() {
        LiveStream stream = streams.open("ada", wire);
        LiveEvent event = LiveEvent.of("x".repeat(1_000));
        int sent = 0;
        while (stream.send(event)) {
            sent++;
        }
        assertThat(sent * 1_000).isLessThanOrEqualTo(LiveStream.WAITING_BYTES_MAX + 1_000);
        assertThat(wire.ends).containsExactly("cut");
        assertThat(streams.count()).isZero();
        wire.endWrite(new IOException("closed"));
        assertThat(wire.writes).hasSize(1);
    }

    @Test
    void onlyASilentStreamHearsASignOfLife() {
        LiveStream stream = streams.open("ada", wire);
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        stream.send(LiveEvent.of(1));
        wire.endWrite(null);
        now.addAndGet(Duration.ofSeconds(14).toNanos());
        streams.look();
        assertThat(wire.writes).hasSize(1);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        streams.look();
        streams.look();
        assertThat(wire.writes).hasSize(2);
        assertThat(wire.writes.getLast()).startsWith(":");
    }

    /** Shown to fail where only a stream that is due for a sign of life is asked about. */
    @Test
    void whoMayNoLongerListenIsLetGoAtTheNextLook() {
        LiveStream stream = streams.open("ada", wire);
        AtomicBoolean revoked = new AtomicBoolean();
        stream.whileAllowed(() -> !revoked.get());
        streams.look();
        assertThat(wire.ends).isEmpty();
        revoked.set(true);
        streams.look();
        assertThat(wire.writes).isEmpty();
        assertThat(wire.ends).containsExactly("finished");
    }

    @Test
    void aBrokenConnectionEndsItsStreamOnce() {
        LiveStream stream = streams.open("ada", wire);
        List<String> told = new ArrayList<>();
        stream.onClosed(() -> told.add("closed"));
        stream.send(LiveEvent.of(1));
        wire.endWrite(new IOException("reset"));
        assertThat(stream.send(LiveEvent.of(2))).isFalse();
        stream.close();
        stream.onClosed(() -> told.add("at once"));
        assertThat(told).containsExactly("closed", "at once");
        assertThat(wire.ends).containsExactly("cut");
    }

    /** Shown to fail before: the connection may serve the next request by then, which was cut. */
    @Test
    void aStreamThatHasEndedIsNotCutAnyMore() {
        LiveStream stream = streams.open("ada", wire);
        stream.close();
        stream.cut();
        assertThat(wire.ends).containsExactly("finished");
    }

    /** Shown to fail where the place is given back after the end was sent: a client was faster, and refused. */
    @Test
    void whoSeesTheEndFindsThePlaceFree() {
        List<Boolean> room = new ArrayList<>();
        for (Consumer<LiveStream> end : List.<Consumer<LiveStream>>of(LiveStream::close, LiveStream::cut)) {
            Stalled own = new Stalled();
            own.atTheEnd = () -> room.add(streams.hasRoomFor("ada", 1));
            end.accept(streams.open("ada", own));
        }
        LiveStream writing = streams.open("ada", wire);
        wire.atTheEnd = () -> room.add(streams.hasRoomFor("ada", 1));
        writing.send(LiveEvent.of(1));
        writing.close();
        wire.endWrite(null);
        assertThat(room).containsExactly(true, true, true);
    }

    @Test
    void callersAreCountedApartAndNothingOpensWhileTheServiceStops() {
        LiveStream stream = streams.open("ada", wire);
        assertThat(streams.hasRoomFor("ada", 1)).isFalse();
        assertThat(streams.hasRoomFor("bo", 1)).isTrue();
        stream.close();
        assertThat(streams.hasRoomFor("ada", 1)).isTrue();
        streams.end();
        assertThat(streams.open("bo", new Stalled()).isOpen()).isFalse();
        assertThat(streams.count()).isZero();
    }

    /** Before, each might open as many as were free: one website had half of what there is. */
    @Test
    void whoeverIsAloneTakesAllButTheLastEighth() {
        takeAll("one");
        assertThat(streams.count()).isEqualTo(STREAMS_MAX - STREAMS_MAX / 8);
    }

    /** Shown to fail where each may open its own maximum while any is free: two take all. */
    @Test
    void whoeverTakesAllThatTheyMayLeavesSomeForTheNext() {
        List.of("one", "two", "three").forEach(this::takeAll);
        assertThat(streams.count()).isLessThan(STREAMS_MAX);
        assertThat(streams.hasRoomFor("ada", 1)).isTrue();
    }

    private void takeAll(String caller) {
        while (streams.hasRoomFor(caller, STREAMS_MAX)) {
            streams.open(caller, new Stalled());
        }
    }
}
