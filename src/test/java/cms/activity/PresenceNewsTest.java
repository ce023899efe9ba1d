package cms.activity;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Caller;
import cms.auth.Provider;
import cms.platform.live.LiveStreams;
import cms.platform.live.StreamConnection;
import cms.project.AllowedModels;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What one listener is told of the people of a project, and what is remembered of it. */
class PresenceNewsTest {
    private static final class Wire implements StreamConnection {
        private final StringBuilder told = new StringBuilder();

        @Override
        public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
            told.append(StandardCharsets.UTF_8.decode(bytes));
            done.accept(null);
        }

        @Override
        public void finish() {}

        @Override
        public void cut() {}
    }

    /** Fails where fifty people are one event whatever their names are: the connection is cut, time after time. */
    @Test
    void thePeopleOfAnEventAreAsManyAsFitIntoAConnectionBesideOtherNews() {
        List<PersonHere> people = IntStream.range(0, Presence.PEOPLE_MAX)
                .mapToObj(i -> new PersonHere("user-" + i, "名".repeat(100), "posts", "en", "字".repeat(200), ""))
                .toList();
        Wire wire = new Wire();

        new PresenceNews(() -> people).send(List.of(listener(wire)));

        String event = wire.told.toString();
        assertThat(event.getBytes(StandardCharsets.UTF_8).length)
                .isBetween(PresenceNews.BYTES_MAX - 2_000, PresenceNews.BYTES_MAX + 200);
        assertThat(event).contains("user-0", "user-20").doesNotContain("user-49");
    }

    /** Fails where nobody is remembered as what it was told: it stays as long as others listen. */
    @Test
    void aListenerThatLeftWhileItWasLookedAtIsForgotten() {
        PresenceNews news = new PresenceNews(List::of);
        WeakReference<Subscriber> left = sendToOneThatLeft(news);

        eventually("it is collected", () -> {
            System.gc();
            return left.refersTo(null);
        });
        assertThat(news.ask()).isTrue();
    }

    private static WeakReference<Subscriber> sendToOneThatLeft(PresenceNews news) {
        Subscriber listener = listener(new Wire());
        listener.stream().cut();
        news.forget(listener);
        news.send(List.of(listener));
        return new WeakReference<>(listener);
    }

    private static Subscriber listener(Wire wire) {
        Caller caller = new Caller("dee", "dee@example.com", "Dee", Provider.WEB_IDENTITY, Optional.empty());
        var stream = new LiveStreams(1, System::nanoTime).open("dee", wire);
        return new Subscriber(stream, caller, () -> true, new Subscriber.VisibleModels(AllowedModels.all()));
    }
}
