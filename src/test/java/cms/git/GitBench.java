package cms.git;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Prints how long a landing takes: a branch, its commit, the merge, three refs. Run by hand: {@code java -cp ...
 * cms.git.GitBench [branches that are open meanwhile]}.
 */
final class GitBench {
    private static final Authorship ADA = new Authorship("ada", "ada@example.com", Instant.EPOCH);
    private static final int ROUNDS = 300;

    private GitBench() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("git-bench");
        int open = arguments.length == 0 ? 0 : Integer.parseInt(arguments[0]);
        try (Repositories repositories = Repositories.open(folder)) {
            System.out.println("in " + folder + ", to be removed by hand");
            Repository repository = repositories.create("ada/site", "main");
            seed(repository, open);
            for (int writers : new int[] {1, 1, 1, 8, 8, 32}) {
                run(repository, writers);
            }
            long start = System.nanoTime();
            int branches = repository.branches("").size();
            System.out.printf("list of %d branches: %.2f ms%n", branches, (System.nanoTime() - start) / 1e6);
        }
    }

    private static void seed(Repository repository, int open) {
        ChangeSet.Builder files = ChangeSet.builder();
        for (int model = 0; model < 10; model++) {
            for (int file = 0; file < 10; file++) {
                files.put(path(model, file), content("seed", 10));
            }
        }
        files.put(".cms/context.json", "{}\n");
        repository.write(w -> {
            CommitId first = w.commit(w.emptyTree(), files.build(), List.of(), ADA, "first");
            w.create("cms", first);
            w.create("main", first);
            for (int i = 0; i < open; i++) {
                w.create("cr/open/" + i, first);
            }
            return first;
        });
    }

    private static void run(Repository repository, int writers) throws Exception {
        List<Long> nanos = new ArrayList<>();
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var runs = IntStream.range(0, writers)
                    .mapToObj(writer -> threads.submit(() -> {
                        List<Long> own = new ArrayList<>();
                        for (int round = 0; round < ROUNDS / writers; round++) {
                            long begin = System.nanoTime();
                            land(repository, writer, round);
                            own.add(System.nanoTime() - begin);
                        }
                        return own;
                    }))
                    .toList();
            for (var run : runs) {
                nanos.addAll(run.get());
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        nanos.sort(null);
        System.out.printf(
                "%2d writers: p50 %.2f ms, p99 %.2f ms, %.0f landings/s%n",
                writers,
                nanos.get(nanos.size() / 2) / 1e6,
                nanos.get(nanos.size() * 99 / 100) / 1e6,
                nanos.size() / seconds);
    }

    private static void land(Repository repository, int writer, int round) {
        repository.write(w -> {
            CommitId tip = w.tip("cms").orElseThrow();
            ChangeSet change = ChangeSet.builder()
                    .put(path(writer % 10, round % 10), content(writer + " " + System.nanoTime(), 10))
                    .put(".cms/meta/model" + writer % 10 + ".json", "{\"round\": " + System.nanoTime() + "}\n")
                    .build();
            CommitId saved = w.commit(w.tree(tip), change, List.of(tip), ADA, "save");
            ChangeSet context = ChangeSet.builder()
                    .put(".cms/context.json", "{\"at\": " + System.nanoTime() + "}\n")
                    .build();
            CommitId merged = w.commit(w.tree(saved), context, List.of(tip, saved), ADA, "merge");
            String branch = "cr/" + writer + "/" + round + "-" + System.nanoTime();
            w.create(branch, saved);
            w.delete(branch, saved);
            w.move("cms", tip, merged);
            w.move("main", w.tip("main").orElseThrow(), merged);
            return merged;
        });
    }

    private static String path(int model, int file) {
        return ".cms/content/group/model" + model + "/en/file" + file + ".json";
    }

    private static String content(String mark, int entries) {
        StringBuilder text = new StringBuilder("{\n");
        for (int i = 0; i < entries; i++) {
            text.append("  \"entry")
                    .append(i)
                    .append("\": { \"title\": \"")
                    .append(mark)
                    .append(" lorem ipsum dolor ")
                    .append(i * 7919)
                    .append("\", \"body\": \"sit amet consectetur ")
                    .append(i)
                    .append("\" },\n");
        }
        return text.append("  \"z\": {}\n}\n").toString();
    }
}
