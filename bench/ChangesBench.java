import java.util.Arrays;

/**
 * What has changed since one save among very many entries, as every open studio asks after each save of others:
 * {@code java bench/ChangesBench.java <base url> [entries] [saves]}. Called by {@code bench/changes.sh}.
 */
public final class ChangesBench {
    /** Entries of one write. */
    private static final int BATCH = 1_000;

    /** Of the saves, this share warms up. */
    private static final int WARM_UP = 3;

    private ChangesBench() {}

    public static void main(String[] arguments) throws Exception {
        String base = arguments[0];
        int entries = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
        int saves = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 300;
        SaveBench bench = new SaveBench(base, SaveBench.signIn(base));
        bench.prepare(1, 1);
        fill(bench, entries);
        String tag = bench.sync("\"none\"").headers().firstValue("ETag").orElseThrow();
        double[] first = new double[saves];
        double[] again = new double[saves];
        int bytes = 0;
        double processor = 0;
        for (int save = 0; save < saves; save++) {
            String entry = "{\"entry" + save * 7 % entries + "\":{\"title\":\"Title changed " + save + "\"}}";
            bench.send("POST", bench.project + "/content/posts", "{\"data\":" + entry + "}");
            String question = bench.project + "/brain/changes?since=" + tag.substring(1, 41) + "&tag=%22"
                    + tag.replace("\"", "") + "%22";
            double before = SaveBench.processorMillis();
            long start = System.nanoTime();
            String answer = bench.send("GET", question, null);
            first[save] = (System.nanoTime() - start) / 1e6;
            processor += save < saves / WARM_UP ? 0 : SaveBench.processorMillis() - before;
            start = System.nanoTime();
            bench.send("GET", question, null);
            again[save] = (System.nanoTime() - start) / 1e6;
            if (answer.contains("\"reset\":true")) {
                throw new IllegalStateException("a reset after one save: " + answer);
            }
            bytes = Math.max(bytes, answer.length());
            tag = SaveBench.find(answer, "\"tag\":\"\\\\\"([^\"\\\\]+)");
            tag = "\"" + tag + "\"";
        }
        System.out.printf(
                "brain/changes after one save of %d entries: %s, the same again %s, %d bytes, processor %.2f ms%n",
                entries, times(first), times(again), bytes, processor / (saves - saves / WARM_UP));
        System.exit(0);
    }

    private static void fill(SaveBench bench, int entries) throws Exception {
        for (int from = 0; from < entries; from += BATCH) {
            StringBuilder data = new StringBuilder();
            for (int entry = from; entry < Math.min(entries, from + BATCH); entry++) {
                data.append(data.isEmpty() ? "" : ",").append("\"entry%d\":{\"title\":\"Title number %d\",".formatted(entry, entry));
                data.append("\"excerpt\":\"").append("Some words about it, as people write them. ".repeat(3));
                data.append("\",\"tags\":[\"one\",\"two\"]}");
            }
            bench.send("POST", bench.project + "/content/posts", "{\"data\":{" + data + "}}");
        }
    }

    private static String times(double[] all) {
        double[] warm = Arrays.copyOfRange(all, all.length / WARM_UP, all.length);
        Arrays.sort(warm);
        return "p50 %.1f ms, p95 %.1f ms".formatted(warm[warm.length / 2], warm[warm.length * 95 / 100]);
    }
}
