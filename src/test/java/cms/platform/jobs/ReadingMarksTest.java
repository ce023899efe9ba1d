package cms.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that ends is a run whose marks nobody took away: the next one opens the same folder. */
class ReadingMarksTest {
    private static final ReadingMarks.MarkedWork BUILD = ReadingMarks.MarkedWork.joint("build 1");
    private static final ReadingMarks.MarkedWork OTHER_BUILD = ReadingMarks.MarkedWork.joint("build 2");
    private static final ReadingMarks.MarkedWork LOOK = ReadingMarks.MarkedWork.joint("look 1");
    private static final ReadingMarks.MarkedWork PROPOSE = ReadingMarks.MarkedWork.alone("propose 1");
    private static final ReadingMarks.MarkedWork REPACK = ReadingMarks.MarkedWork.alone("repack");

    @TempDir
    Path folder;

    private final AtomicInteger read = new AtomicInteger();

    @Test
    void whatTwoRunsEndedWithIsLeftAloneUntilItChanges() {
        ReadingMarks second = afterRunsThatEndedWith("ada/poison");
        assertThat(second.reading(BUILD, "ada/other", read::incrementAndGet)).isTrue();
        assertThat(second.isLeftAlone("ada/poison")).isFalse();

        ReadingMarks third = endedIn(second, "ada/poison");
        assertThat(third.isLeftAlone("ada/poison")).isTrue();
        assertThat(third.isLeftAlone("ada/other")).isFalse();
        assertThat(third.reading(BUILD, "ada/poison", read::incrementAndGet)).isFalse();
        ReadingMarks fourth = ReadingMarks.open(folder);
        assertThat(fourth.isLeftAlone("ada/poison")).isTrue();

        fourth.changed("ada/poison");

        assertThat(fourth.reading(BUILD, "ada/poison", read::incrementAndGet)).isTrue();
        assertThat(ReadingMarks.open(folder).isLeftAlone("ada/poison")).isFalse();
        assertThat(read).hasValue(2);
        assertThat(folder).isEmptyDirectory();
    }

    /** Killed twice for other reasons, and read in between: nothing is wrong with it. */
    @Test
    void whatWasReadMeanwhileIsForgotten() {
        ReadingMarks second = afterRunsThatEndedWith("ada/fine");
        second.reading(BUILD, "ada/fine", read::incrementAndGet);

        assertThat(endedIn(second, "ada/fine").isLeftAlone("ada/fine")).isFalse();
    }

    /**
     * Shown to fail with one mark for all: a short look that went well made a build that ends every run innocent each
     * time.
     */
    @Test
    void workOfAnotherKindHasAMarkOfItsOwn() {
        ReadingMarks second = afterRunsThatEndedWith("ada/poison");
        assertThat(second.reading(PROPOSE, "ada/poison", read::incrementAndGet)).isTrue();

        ReadingMarks third = endedIn(second, "ada/poison");

        assertThat(third.isLeftAlone("ada/poison")).isTrue();
        assertThat(third.reading(PROPOSE, "ada/poison", read::incrementAndGet)).isTrue();
        assertThat(third.isLeftAlone("ada/poison")).isTrue();
    }

    /**
     * Shown to fail with one mark for all joint works: a look that went well before each build let it end every run.
     */
    @Test
    void aShortLookOfAnotherWorkDoesNotClearWhatEndedARun() {
        ReadingMarks second = afterRunsThatEndedWith("ada/poison");
        assertThat(second.reading(LOOK, "ada/poison", read::incrementAndGet)).isTrue();
        assertThat(second.reading(OTHER_BUILD, "ada/poison", read::incrementAndGet))
                .isTrue();

        ReadingMarks third = endedIn(second, "ada/poison");

        assertThat(third.isLeftAlone("ada/poison")).isTrue();
        assertThat(third.reading(BUILD, "ada/poison", read::incrementAndGet)).isFalse();
    }

    /**
     * Shown to fail where only the work that ended them is left alone: the next to read the same would end two more.
     */
    @Test
    void whatEndedTwoRunsInOneJointWorkIsLeftAloneByAllOfThemUntilItChanges() {
        ReadingMarks third = endedIn(afterRunsThatEndedWith("ada/poison"), "ada/poison");

        assertThat(third.reading(LOOK, "ada/poison", read::incrementAndGet)).isFalse();
        assertThat(third.reading(OTHER_BUILD, "ada/poison", read::incrementAndGet))
                .isFalse();
        assertThat(third.reading(LOOK, "ada/other", read::incrementAndGet)).isTrue();
        third.changed("ada/poison");
        assertThat(third.reading(LOOK, "ada/poison", read::incrementAndGet)).isTrue();
        assertThat(third.reading(BUILD, "ada/poison", read::incrementAndGet)).isTrue();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void oneEndInEachOfTwoWorksBlamesNone() {
        ReadingMarks first = ReadingMarks.open(folder);
        Map<Path, byte[]> left = new HashMap<>();
        first.reading(BUILD, "ada/fine", () -> first.reading(LOOK, "ada/fine", () -> left.putAll(files())));
        left.forEach(ReadingMarksTest::write);

        assertThat(ReadingMarks.open(folder).isLeftAlone("ada/fine")).isFalse();
    }

    /** It did not say which work it was of. */
    @Test
    void aMarkOfAVersionBeforeIsCountedAnew() throws Exception {
        Files.writeString(folder.resolve("x.json"), "{\"subject\":\"ada/blog\",\"ended\":1,\"reading\":true}");
        assertThat(ReadingMarks.open(folder).isLeftAlone("ada/blog")).isFalse();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatOneKindOfWorkEndedTwiceIsNamedAndOthersGoOn() {
        Map<Path, byte[]> left = new HashMap<>();
        for (int run = 0; run < 2; run++) {
            ReadingMarks.open(folder).reading(REPACK, "ada/poison", () -> left.putAll(files()));
            left.forEach(ReadingMarksTest::write);
        }
        ReadingMarks third = ReadingMarks.open(folder);

        assertThat(third.isLeftAlone("ada/poison")).isTrue();
        assertThat(third.isLeftAlone("poison")).isFalse();
        assertThat(third.reading(REPACK, "ada/poison", read::incrementAndGet)).isFalse();
        assertThat(third.reading(BUILD, "ada/poison", read::incrementAndGet)).isTrue();
        third.changed("ada/poison");
        assertThat(third.reading(REPACK, "ada/poison", read::incrementAndGet)).isTrue();
        assertThat(folder).isEmptyDirectory();
    }

    /** Whatever else was read when a run ended is only a suspect once. */
    @Test
    void whatWasNotReadAgainIsNotBlamedAgain() {
        ReadingMarks second = endedIn(endedIn(ReadingMarks.open(folder), "ada/poison", "ada/near"), "ada/poison");

        assertThat(second.isLeftAlone("ada/poison")).isTrue();
        assertThat(second.isLeftAlone("ada/near")).isFalse();
    }

    /** Shown to fail with the mark before the turn: the second end of the run was blamed on whoever waited. */
    @Test
    void whoWaitsForItsTurnIsNotBlamedForTheRunThatEnds() throws InterruptedException {
        ReadingMarks second = endedIn(ReadingMarks.open(folder), "ada/poison", "ada/near");
        Thread waiting = new Thread(() -> second.reading(BUILD, "ada/near", read::incrementAndGet));
        Map<Path, byte[]> left = new HashMap<>();
        second.reading(BUILD, "ada/poison", () -> {
            waiting.start();
            while (waiting.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(second.readingUnlessBusy(REPACK, "ada/other", read::incrementAndGet))
                    .isTrue();
            left.putAll(files());
        });
        waiting.join();
        left.forEach(ReadingMarksTest::write);
        ReadingMarks third = ReadingMarks.open(folder);

        assertThat(third.isLeftAlone("ada/poison")).isTrue();
        assertThat(third.isLeftAlone("ada/near")).isFalse();
    }

    /**
     * Shown to fail where only who reads counts: after each kill the quickest reader made the one to blame innocent.
     */
    @Test
    void aShortLookSaysNothingOfWhoStillWaits() throws InterruptedException {
        ReadingMarks second = afterRunsThatEndedWith("ada/poison");
        Map<Path, byte[]> left = new HashMap<>();
        Thread build = new Thread(() -> second.reading(BUILD, "ada/poison", () -> left.putAll(files())));
        second.reading(BUILD, "ada/poison", () -> {
            build.start();
            while (build.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        });
        build.join();
        left.forEach(ReadingMarksTest::write);

        assertThat(ReadingMarks.open(folder).isLeftAlone("ada/poison")).isTrue();
    }

    @Test
    void workThatComesBackByItselfWaitsForNoOtherSuspect() {
        Map<Path, byte[]> left = new HashMap<>();
        ReadingMarks first = ReadingMarks.open(folder);
        first.reading(BUILD, "ada/poison", () -> first.reading(REPACK, "ada/near", () -> left.putAll(files())));
        left.forEach(ReadingMarksTest::write);
        ReadingMarks second = ReadingMarks.open(folder);
        AtomicInteger done = new AtomicInteger();
        second.reading(BUILD, "ada/poison", () -> {
            Thread repack = new Thread(
                    () -> done.set(second.readingUnlessBusy(REPACK, "ada/near", read::incrementAndGet) ? 1 : -1));
            repack.start();
            try {
                repack.join();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });

        assertThat(done).hasValue(-1);
        assertThat(second.readingUnlessBusy(REPACK, "ada/near", read::incrementAndGet))
                .isTrue();
    }

    /** Shown to fail where it is waited for in the turn: who makes it ready waited for that, and each for the other. */
    @Test
    void whatASuspectNeedsHasItsTurnBefore() {
        ReadingMarks second = endedIn(ReadingMarks.open(folder), "ada/poison", "ada/near");
        second.beforeTurn(subject -> {
            Thread other =
                    new Thread(() -> second.readingUnlessBusy(BUILD, "ada/near", () -> read.compareAndSet(0, 1)));
            other.start();
            try {
                other.join();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
        second.reading(BUILD, "ada/poison", () -> read.compareAndSet(1, 2));
        assertThat(read).hasValue(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void workThatFailsTakesItsMarkAway() {
        ReadingMarks marks = ReadingMarks.open(folder);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> marks.reading(BUILD, "ada/blog", () -> {
                    throw new IllegalStateException("broken");
                }));
        assertThat(folder).isEmptyDirectory();
    }

    /**
     * Shown to fail where a stop leaves marks: two of them in the middle of a long fetch left an innocent project
     * alone.
     */
    @Test
    void aStopThatWasAskedForTakesTheMarksOfWhatIsStillReadAway() {
        for (int run = 0; run < 2; run++) {
            ReadingMarks marks = ReadingMarks.open(folder);
            marks.reading(BUILD, "ada/fine", () -> {
                marks.close();
                assertThat(folder).isEmptyDirectory();
                assertThat(marks.reading(LOOK, "ada/fine", read::incrementAndGet))
                        .isTrue();
                assertThat(folder).isEmptyDirectory();
            });
        }
        assertThat(folder).isEmptyDirectory();
        assertThat(read).hasValue(2);
    }

    @Test
    void aStopThatWasAskedForKeepsWhatRunsBeforeEndedWith() {
        ReadingMarks second = afterRunsThatEndedWith("ada/poison");
        second.reading(BUILD, "ada/poison", second::close);

        assertThat(endedIn(ReadingMarks.open(folder), "ada/poison").isLeftAlone("ada/poison"))
                .isTrue();
    }

    @Test
    void aMarkThatWasHalfWrittenIsNone() throws Exception {
        Files.writeString(folder.resolve("x.json"), "{");
        assertThat(ReadingMarks.open(folder)).isNotNull();
        assertThat(folder).isEmptyDirectory();
    }

    private ReadingMarks afterRunsThatEndedWith(String subject) {
        return endedIn(ReadingMarks.open(folder), subject);
    }

    /** The next run, after one that ended while it read these: the folder as it was then. */
    private ReadingMarks endedIn(ReadingMarks run, String... subjects) {
        Map<Path, byte[]> left = new HashMap<>();
        Runnable end = () -> left.putAll(files());
        for (String subject : subjects) {
            Runnable inner = end;
            end = () -> run.reading(BUILD, subject, inner);
        }
        end.run();
        left.forEach(ReadingMarksTest::write);
        return ReadingMarks.open(folder);
    }

    private Map<Path, byte[]> files() {
        try (Stream<Path> files = Files.list(folder)) {
            Map<Path, byte[]> found = new HashMap<>();
            for (Path file : files.toList()) {
                found.put(file, Files.readAllBytes(file));
            }
            return found;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
