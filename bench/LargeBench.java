import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * One large project: {@code java bench/LargeBench.java <base url> fill|measure <file> [entries a file] [files]}.
 *
 * <p>{@code fill} pushes the project and writes where it is into the file; {@code measure}, against a service that has
 * just started, prints how long the first snapshot takes and what the same questions and a save take afterwards. Called
 * by {@code bench/large.sh}.
 */
public final class LargeBench {
    private static final int ROUNDS = 9;

    /** An editor that is open asks again and again whether anything has changed. */
    private static final int POLLS = 4_000;

    private LargeBench() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[2]);
        SaveBench bench = new SaveBench(arguments[0], SaveBench.signIn(arguments[0]));
        if (arguments[1].equals("fill")) {
            bench.prepare(Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
            Files.writeString(file, bench.project);
            return;
        }
        bench.project = Files.readString(file);
        long bytes = 0;
        for (String question : List.of("/brain/sync", "/brain/sync", "/health", "/search?q=lorem", "/search?q=entry%2077")) {
            double before = SaveBench.processorMillis();
            long start = System.nanoTime();
            long answer = bench.get(question);
            bytes = Math.max(bytes, answer);
            System.out.printf(
                    "%-22s %8.0f ms, processor %.0f ms, %.1f MB%n",
                    question, millis(start), SaveBench.processorMillis() - before, answer / 1e6);
        }
        double before = SaveBench.processorMillis();
        double[] saves = new double[ROUNDS * 3];
        for (int round = 0; round < saves.length; round++) {
            long start = System.nanoTime();
            bench.save("large " + round);
            saves[round] = millis(start);
        }
        double processor = (SaveBench.processorMillis() - before) / saves.length;
        Arrays.sort(saves);
        System.out.printf("a save                 %8.1f ms (p50), processor %.1f ms%n", saves[saves.length / 2], processor);
        String tag = bench.sync("\"none\"").headers().firstValue("ETag").orElseThrow();
        double[] polls = new double[POLLS];
        before = SaveBench.processorMillis();
        for (int poll = 0; poll < POLLS; poll++) {
            long start = System.nanoTime();
            bench.sync(tag);
            polls[poll] = millis(start);
        }
        processor = (SaveBench.processorMillis() - before) / POLLS;
        Arrays.sort(polls);
        System.out.printf(
                "unchanged, asked again %8.2f ms (p50 of %d), processor %.2f ms%n", polls[POLLS / 2], POLLS, processor);
        double[] changed = new double[ROUNDS];
        double[] unchanged = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            bench.save("again " + round);
            long start = System.nanoTime();
            HttpResponse<byte[]> answer = bench.sync("\"none\"");
            changed[round] = millis(start);
            start = System.nanoTime();
            bench.sync(answer.headers().firstValue("ETag").orElseThrow());
            unchanged[round] = millis(start);
        }
        Arrays.sort(changed);
        Arrays.sort(unchanged);
        System.out.printf(
                "snapshot after a save  %8.0f ms (p50), unchanged right after it %.2f ms%n", changed[ROUNDS / 2], unchanged[ROUNDS / 2]);
        Files.writeString(Path.of(file + ".bytes"), Long.toString(bytes));
    }

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
