import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Open branches by the thousand, and the longest save while small packs are gathered. Called by {@code bench/branches.sh}
 * in three steps, with a start of the service between the first two.
 */
public final class BranchBench {
    /** What a run of the housekeeping writes is named so until it takes the place of what it gathers. */
    private static final String GATHERED = "gathered_";

    private static final int LISTS = 60;
    private static final long LOOK_EVERY_MILLIS = 2;
    /** A run may have begun, or ended, so long before it was seen. */
    private static final long BLURRED_NANOS = 10_000_000;

    private BranchBench() {}

    /** One save, and when it was. */
    private record Save(long start, long end) {
        double millis() {
            return (end - start) / 1e6;
        }
    }

    public static void main(String[] arguments) throws Exception {
        String base = arguments[1];
        SaveBench bench = new SaveBench(base, SaveBench.signIn(base));
        switch (arguments[0]) {
            case "prepare" -> prepare(base, bench, Integer.parseInt(arguments[2]), Path.of(arguments[3]));
            case "list" -> list(bench, Path.of(arguments[2]));
            default -> saves(bench, Path.of(arguments[2]), Path.of(arguments[3]), Integer.parseInt(arguments[4]));
        }
        System.exit(0);
    }

    private static void prepare(String base, SaveBench bench, int branches, Path known) throws Exception {
        bench.prepare(100, 1);
        String repository = SaveBench.find(
                bench.send("GET", bench.project, null), "\"repo_full_name\":\"([^\"]+)\"");
        Files.writeString(known, bench.project);
        bench.open(repository, branches);
    }

    private static void list(SaveBench bench, Path known) throws Exception {
        bench.project = Files.readString(known);
        double[] millis = new double[LISTS];
        long bytes = 0;
        for (int i = 0; i < LISTS; i++) {
            long start = System.nanoTime();
            bytes = bench.get("/branches");
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        double first = millis[0];
        double second = millis[1];
        Arrays.sort(millis);
        System.out.printf(
                "list of open branches, %.1f MB: first after the start %.1f ms, second %.1f ms, p50 %.1f ms%n",
                bytes / 1e6, first, second, millis[LISTS / 2]);
    }

    private static void saves(SaveBench bench, Path known, Path repositories, int count) throws Exception {
        bench.project = Files.readString(known);
        List<long[]> runs = new ArrayList<>();
        List<Path> packs = packs(repositories);
        Thread watcher = Thread.ofPlatform().daemon().start(() -> watch(packs, runs));
        List<Save> saves = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            bench.save("stall " + i);
            saves.add(new Save(start, System.nanoTime()));
        }
        watcher.interrupt();
        watcher.join();
        List<Save> warm = saves.subList(Math.min(count / 4, 400), count);
        tell("saves while packs are gathered", warm.stream().filter(save -> isDuring(runs, save)));
        tell("other saves", warm.stream().filter(save -> !isDuring(runs, save)));
    }

    private static void tell(String what, Stream<Save> saves) {
        double[] millis = saves.mapToDouble(Save::millis).sorted().toArray();
        System.out.println(
                millis.length == 0
                        ? what + ": none"
                        : "%s: %d, p50 %.1f ms, p99 %.1f ms, longest %.1f ms"
                                .formatted(
                                        what,
                                        millis.length,
                                        millis[millis.length / 2],
                                        millis[millis.length * 99 / 100],
                                        millis[millis.length - 1]));
    }

    private static boolean isDuring(List<long[]> runs, Save save) {
        return runs.stream()
                .anyMatch(run -> save.end() > run[0] - BLURRED_NANOS && save.start() < run[1] + BLURRED_NANOS);
    }

    /** Adds the begin and the end of each run that is seen. */
    private static void watch(List<Path> packs, List<long[]> runs) {
        long began = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                boolean gathers = isGathering(packs);
                if (gathers && began == 0) {
                    began = System.nanoTime();
                } else if (!gathers && began != 0) {
                    runs.add(new long[] {began, System.nanoTime()});
                    began = 0;
                }
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
        if (began != 0) {
            runs.add(new long[] {began, System.nanoTime()});
        }
    }

    private static boolean isGathering(List<Path> packs) {
        return packs.stream().anyMatch(folder -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.anyMatch(file -> file.getFileName().toString().contains(GATHERED));
            } catch (IOException | UncheckedIOException moved) {
                return false;
            }
        });
    }

    private static List<Path> packs(Path repositories) throws IOException {
        try (Stream<Path> folders = Files.walk(repositories, 5)) {
            return folders.filter(folder -> folder.endsWith("objects/pack")).toList();
        }
    }
}
