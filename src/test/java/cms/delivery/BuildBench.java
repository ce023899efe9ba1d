package cms.delivery;

import cms.delivery.build.Renderings;
import cms.delivery.build.ScratchRepository;
import cms.delivery.build.Site;
import cms.delivery.build.SiteBuilder;
import cms.delivery.serve.Release;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.platform.objects.FolderObjects;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * How long builds take, storage included: everything from nothing, everything by a builder that is new while the
 * documents have been rendered before (a full build by hand), and one changed entry, of a collection and of documents.
 * Takes the number of entries, of rounds, and {@code collection} or {@code documents} for one of them; prints medians
 * in milliseconds, of the clock and of the processor, which other work on the machine disturbs less, and the most that
 * the heap and the process held.
 */
final class BuildBench {
    private static final int ENTRIES_DEFAULT = 5_000;
    private static final int ROUNDS_DEFAULT = 9;
    private static final String TEXT = "Readers get **published** entries only, as [JSON](https://example.com). ";

    private final int entries;
    private final int rounds;
    private final String kind;

    private BuildBench(int entries, int rounds, String kind) {
        this.kind = kind;
        this.entries = entries;
        this.rounds = rounds;
    }

    private record Built(Site site, Release release) {}

    /** What one build took. */
    private record Took(long nanos, long processorNanos) {
        private static final OperatingSystemMXBean SYSTEM =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        static Took of(Runnable work) {
            long start = System.nanoTime();
            long processor = SYSTEM.getProcessCpuTime();
            work.run();
            return new Took(System.nanoTime() - start, SYSTEM.getProcessCpuTime() - processor);
        }
    }

    public static void main(String[] arguments) throws Exception {
        int entries = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ENTRIES_DEFAULT;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : ROUNDS_DEFAULT;
        new BuildBench(entries, rounds, arguments.length > 2 ? arguments[2] : "both").run();
    }

    private void run() throws Exception {
        Path folder = Files.createTempDirectory("cms-build-bench");
        try (ScratchRepository scratch = new ScratchRepository(folder.resolve("git"))) {
            ReleaseFiles files =
                    new ReleaseFiles(new FolderObjects(folder.resolve("objects")), "p", ReleaseFiles.PACK_BYTES_MAX);
            if (!kind.equals("documents")) {
                measure("collection", scratch, files, () -> collection(0), round -> collection(round));
            }
            if (kind.equals("collection")) {
                return;
            }
            measure(
                    "documents",
                    scratch,
                    files,
                    this::documents,
                    round -> ChangeSet.builder()
                            .put(
                                    ".cms/content/blog/guides/guide-77/en.md",
                                    "---\ntitle: Changed " + round + "\n---\n\n" + TEXT)
                            .build());
        }
    }

    private interface Change {
        ChangeSet of(int round);
    }

    private void measure(
            String what, ScratchRepository scratch, ReleaseFiles files, Supplier<ChangeSet> start, Change change) {
        CommitId commit = scratch.commit(start.get());
        List<Took> full = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            String id = what + "-full-" + round;
            CommitId first = commit;
            full.add(Took.of(() -> build(builder(new Renderings()), scratch, files, first, null, id)));
        }
        Renderings renderings = new Renderings();
        List<Took> again = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            String id = what + "-again-" + round;
            CommitId first = commit;
            Took took = Took.of(() -> build(builder(renderings), scratch, files, first, null, id));
            if (round > 0) {
                again.add(took);
            }
        }
        SiteBuilder builder = builder(renderings);
        AtomicReference<Built> last =
                new AtomicReference<>(build(builder, scratch, files, commit, null, what + "-first"));
        List<Took> one = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            String id = what + "-one-" + round;
            CommitId next = scratch.commit(change.of(round));
            one.add(Took.of(() ->
                    last.set(build(builder, scratch, files, next, last.get().release(), id))));
        }
        String stored = last.get().release().buildId();
        Took read = Took.of(() -> {
            if (files.read(stored, null, bytes -> {}).isEmpty()) {
                throw new IllegalStateException("What was stored is not there.");
            }
        });
        System.out.printf(
                "%s of %,d: full %s, again %s, one changed %s, read back %s, heap at most %d MiB, process %s%n",
                what,
                entries,
                median(full),
                median(again),
                median(one),
                median(List.of(read)),
                heapBytesMost() / 1024 / 1024,
                resident());
    }

    private static SiteBuilder builder(Renderings renderings) {
        return new SiteBuilder("", renderings.of("ada/site"));
    }

    /** What is in memory at most, and now: what is the process's own, and pages of files that can go at any time. */
    private static String resident() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.matches("(VmHWM|RssAnon|RssFile):.*"))
                    .map(line -> line.replaceAll("\\s+", " "))
                    .collect(Collectors.joining(", "));
        } catch (IOException elsewhere) {
            return "unknown";
        }
    }

    private static long heapBytesMost() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static Built build(
            SiteBuilder builder,
            ScratchRepository scratch,
            ReleaseFiles files,
            CommitId commit,
            @Nullable Release before,
            String id) {
        Site.Before known = before == null ? Site.Before.nothing() : before.before();
        Instant now = Instant.now();
        ReleaseFiles.ReleaseWriter writing =
                files.writing(new Build(id, "p", Build.Trigger.AUTOMATIC, "main", commit.sha(), now), before, null);
        var input = new SiteBuilder.Input(scratch.repository().tree(commit), commit.sha(), "main", now, known, writing);
        Site site = builder.build(input, (model, number, total) -> {});
        return new Built(site, writing.finish(site, release -> {}).release());
    }

    private static String median(List<Took> all) {
        return "%d ms (%d of the processor)"
                .formatted(
                        median(all.stream().mapToLong(Took::nanos)),
                        median(all.stream().mapToLong(Took::processorNanos)));
    }

    private static long median(LongStream nanos) {
        long[] sorted = nanos.sorted().toArray();
        return sorted[sorted.length / 2] / 1_000_000;
    }

    private ChangeSet collection(int changed) {
        StringBuilder content = new StringBuilder("{");
        StringBuilder meta = new StringBuilder("{");
        for (int entry = 0; entry < entries; entry++) {
            String comma = entry == 0 ? "" : ",";
            String title = entry == 77 ? "Changed " + changed : "Entry " + entry;
            content.append(comma)
                    .append("\"%012x\": {\"title\":\"%s\",\"body\":\"%s\"}".formatted(entry, title, TEXT.repeat(3)));
            meta.append(comma)
                    .append(
                            "\"%012x\": {\"source\":\"human\",\"status\":\"published\",\"updated_by\":\"ada@example.com\"}"
                                    .formatted(entry));
        }
        return ChangeSet.builder()
                .put(
                        ".cms/config.json",
                        "{\"version\":1,\"workflow\":\"auto-merge\",\"locales\":{\"default\":\"en\",\"supported\":[\"en\"]}}")
                .put(
                        ".cms/models/posts.json",
                        "{\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":true,\"fields\":{}}")
                .put(".cms/content/blog/posts/en.json", content + "}")
                .put(".cms/meta/posts/en.json", meta + "}")
                .build();
    }

    private ChangeSet documents() {
        ChangeSet.Builder changes = ChangeSet.builder()
                .remove(".cms/models/posts.json")
                .put(
                        ".cms/models/guides.json",
                        "{\"kind\":\"document\",\"domain\":\"blog\",\"i18n\":true,\"fields\":{}}");
        for (int entry = 0; entry < entries; entry++) {
            String path = "guides/guide-" + entry + "/en";
            changes.put(
                    ".cms/content/blog/" + path + ".md",
                    "---\ntitle: Guide " + entry + "\n---\n\n" + (TEXT.repeat(5) + "\n\n").repeat(4));
            changes.put(".cms/meta/" + path + ".json", "{\"status\":\"published\"}");
        }
        return changes.build();
    }
}
