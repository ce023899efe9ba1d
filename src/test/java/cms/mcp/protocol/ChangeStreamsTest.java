package cms.mcp.protocol;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.live.LiveStream;
import cms.platform.live.LiveStreams;
import cms.platform.live.StreamConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChangeStreamsTest {
    private final ChangeStreams changes = new ChangeStreams(InstantSource.system());
    private final LiveStreams streams = new LiveStreams(10, System::nanoTime);
    private final List<String> notified = new ArrayList<>();

    private LiveStream stream(String session, Runnable writing, boolean broken) {
        return streams.open("ada", new StreamConnection() {
            @Override
            public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
                writing.run();
                notified.add(session);
                done.accept(broken ? new IOException("reset") : null);
            }

            @Override
            public void finish() {}

            @Override
            public void cut() {}
        });
    }

    private void open(String session, Runnable writing, boolean broken) {
        changes.opened("ada", session, stream(session, writing, broken), () -> true);
    }

    /** Shown to fail before: the last one was skipped, and the next look at the list failed. */
    @Test
    void aBrokenStreamKeepsNoOtherFromBeingNotified() {
        open("first", () -> {}, false);
        open("broken", () -> {}, true);
        open("last", () -> {}, false);
        changes.toolsChanged("ada");
        assertThat(notified).containsExactly("last", "broken", "first");
        notified.clear();
        changes.toolsChanged("ada");
        assertThat(notified).containsExactly("last", "first");
    }

    /** Shown to fail before: the other thread and the end of this stream waited for each other for ever. */
    @Test
    void anotherStreamOpensWhileOneIsFoundBroken() {
        open("broken", () -> opensElsewhere("other"), true);
        changes.toolsChanged("ada");
        assertThat(notified).containsExactly("broken");
        changes.toolsChanged("ada");
        assertThat(notified).containsExactly("broken", "other");
    }

    private void opensElsewhere(String session) {
        Thread opening = Thread.ofPlatform().daemon().start(() -> open(session, () -> {}, false));
        eventually("the other stream is open", () -> !opening.isAlive());
    }
}
