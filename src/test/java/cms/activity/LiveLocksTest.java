package cms.activity;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Caller;
import cms.auth.Provider;
import cms.platform.live.LiveStreams;
import cms.platform.live.StreamConnection;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two threads and the two locks that both need, that of the listeners of a project and that of all projects; and what
 * happens while one of them has both.
 */
@Timeout(90)
class LiveLocksTest {
    private static final Duration AT_MOST = Duration.ofSeconds(20);

    /** A client that is found gone while news are told to it, once the test says so. */
    private static final class Gone implements StreamConnection {
        final CountDownLatch told = new CountDownLatch(1);
        final CountDownLatch found = new CountDownLatch(1);
        final CountDownLatch cut = new CountDownLatch(1);

        @Override
        public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
            told.countDown();
            try {
                assertThat(found.await(AT_MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            done.accept(new IOException("gone"));
        }

        @Override
        public void finish() {
            cut.countDown();
        }

        @Override
        public void cut() {
            cut.countDown();
        }
    }

    /** A client that takes what it is sent. */
    private static final class There implements StreamConnection {
        final CountDownLatch told = new CountDownLatch(1);

        @Override
        public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
            told.countDown();
            done.accept(null);
        }

        @Override
        public void finish() {}

        @Override
        public void cut() {}
    }

    /** A client for whom somebody saves while it is sent its first event, and that then waits for the landing. */
    private static final class First implements StreamConnection {
        final CountDownLatch landed = new CountDownLatch(1);
        private final Runnable save;
        private boolean saved;

        First(Runnable save) {
            this.save = save;
        }

        @Override
        public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
            String text = StandardCharsets.UTF_8.decode(bytes).toString();
            if (!saved) {
                saved = true;
                save.run();
            } else if (text.contains("snapshot")) {
                landed.countDown();
            }
            done.accept(null);
        }

        @Override
        public void finish() {}

        @Override
        public void cut() {}
    }

    /**
     * A thread that sends news holds the lock of the listeners when it finds a stream broken. Shown to fail where that
     * thread forgets the project itself, and another opens a stream under the lock of all projects: both wait for ever.
     */
    @Test
    void aStreamThatBreaksWhileAnotherIsOpenedKeepsNobodyWaiting() throws InterruptedException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Gone gone = new Gone();
            There there = new There();
            open(world, world.dee(), gone);
            save(world, "First");
            assertThat(gone.told.await(AT_MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();

            Thread opening = Thread.ofPlatform().start(() -> open(world, world.cy(), there));
            eventually("the new stream waits for the listeners", () -> isJoining(opening));
            gone.found.countDown();

            assertThat(opening.join(AT_MOST)).as("the new stream is open").isTrue();
            assertThat(gone.cut.await(AT_MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
            save(world, "Second");
            assertThat(there.told.await(AT_MOST.toSeconds(), TimeUnit.SECONDS))
                    .as("news go on")
                    .isTrue();
        }
    }

    /** The save finds the listeners of the project while the first of them is still being sent what it has missed. */
    @Test
    void whatIsSavedWhileTheFirstStreamIsOpenedIsTold() throws InterruptedException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            First first = new First(() -> save(world, "Meanwhile"));
            open(world, world.cy(), first, Optional.of(new EventPlace("unknown", "", 0)));
            assertThat(first.landed.await(AT_MOST.toSeconds(), TimeUnit.SECONDS))
                    .as("the save is told")
                    .isTrue();
        }
    }

    private static boolean isJoining(Thread opening) {
        return opening.getState() == Thread.State.WAITING
                && Stream.of(opening.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(Channel.class.getName())
                                && frame.getMethodName().equals("join"));
    }

    private static void open(World world, Person person, StreamConnection wire) {
        open(world, person, wire, Optional.empty());
    }

    private static void open(World world, Person person, StreamConnection wire, Optional<EventPlace> known) {
        var doors = world.app().doors();
        Project project = doors.projects().find(world.projectId()).orElseThrow();
        Caller caller = new Caller(person.id(), person.email(), "A listener", Provider.WEB_IDENTITY, Optional.empty());
        var rights = new Subscriber.VisibleModels(AllowedModels.all());
        var stream = new LiveStreams(1, System::nanoTime).open(person.id(), wire);
        doors.live().open(stream, project, new Subscriber(stream, caller, () -> true, rights), known);
    }

    private static void save(World world, String title) {
        world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Map.of("one", Map.of("title", title))))
                .is(200);
    }
}
