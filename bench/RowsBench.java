import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How many rows a second one writer and sixteen writers of one row store in SQLite, in turns, and the ratio. */
class RowsBench {
    private static final int WRITERS = 16;
    private static final int ROUNDS = 3;
    private static final Duration ROUND = Duration.ofSeconds(3);

    public static void main(String[] arguments) throws Exception {
        try (Database database = Database.open(new DatabaseLocation.File(Path.of(arguments[0])))) {
            AtomicLong names = new AtomicLong();
            rate(database, names, WRITERS);
            double alone = 0;
            double together = 0;
            for (int round = 0; round < ROUNDS; round++) {
                alone += rate(database, names, 1) / ROUNDS;
                together += rate(database, names, WRITERS) / ROUNDS;
            }
            System.out.printf(
                    "rows/s: 1 writer %.0f, %d writers %.0f, ratio %.1f%n", alone, WRITERS, together, together / alone);
        }
    }

    private static double rate(Database database, AtomicLong names, int writers) throws InterruptedException {
        AtomicLong stored = new AtomicLong();
        long begun = System.nanoTime();
        long end = begun + ROUND.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            threads.add(Thread.ofVirtual().start(() -> {
                while (System.nanoTime() < end) {
                    String name = "row-" + names.incrementAndGet();
                    database.writing(tx -> tx.update("INSERT INTO instance_facts (name, value) VALUES (:name, 'x')")
                            .bind("name", name)
                            .execute());
                    stored.incrementAndGet();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return stored.get() * 1e9 / (System.nanoTime() - begun);
    }
}
