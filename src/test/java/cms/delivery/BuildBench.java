package cms.delivery;

import cms.delivery.build.ScratchRepository;
import cms.delivery.build.Site;
import cms.delivery.build.SiteBuilder;
import cms.delivery.serve.Release;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.platform.objects.FolderObjects;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long builds take, storage included: everything from nothing, and one changed entry. Prints milliseconds
 * (median of some rounds) for a collection and for documents of 5,000 entries.
 */
final class BuildBench {
    private static final int ENTRIES = 5_000;
    private static final int ROUNDS = 9;
    private static final String TEXT = "Readers get **published** entries only, as [JSON](https://example.com). ";

    private BuildBench() {}

    private record Built(Site site, Release release) {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("cms-build-bench");
        try (ScratchRepository scratch = new ScratchRepository(folder.resolve("git"))) {
            ReleaseFiles files = new ReleaseFiles(new FolderObjects(folder.resolve("objects")), "p");
            measure("collection", scratch, files, collection(0), round -> collection(round));
            measure(
                    "documents",
                    scratch,
                    files,
                    documents(),
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

    private static void measure(
            String what, ScratchRepository scratch, ReleaseFiles files, ChangeSet start, Change change) {
        CommitId commit = scratch.commit(start);
        List<Long> full = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            build(new SiteBuilder(""), scratch, files, commit, null, what + "-full-" + round);
            full.add(System.nanoTime() - begun);
        }
        SiteBuilder builder = new SiteBuilder("");
        Built last = build(builder, scratch, files, commit, null, what + "-first");
        List<Long> one = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            commit = scratch.commit(change.of(round));
            long begun = System.nanoTime();
            last = build(builder, scratch, files, commit, last.release(), what + "-one-" + round);
            one.add(System.nanoTime() - begun);
        }
        System.out.printf("%s of %d: full %d ms, one changed %d ms%n", what, ENTRIES, median(full), median(one));
    }

    private static Built build(
            SiteBuilder builder,
            ScratchRepository scratch,
            ReleaseFiles files,
            CommitId commit,
            @Nullable Release before,
            String id) {
        Site.Before known = before == null ? Site.Before.nothing() : before.before();
        var input =
                new SiteBuilder.Input(scratch.repository().tree(commit), commit.sha(), "main", Instant.now(), known);
        Site site = builder.build(input, (model, number, total) -> {});
        return new Built(
                site,
                files.write(
                                new Build(id, "p", Build.Trigger.AUTOMATIC, "main", commit.sha(), site.builtAt()),
                                site,
                                before)
                        .release());
    }

    private static long median(List<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0) / 1_000_000;
    }

    private static ChangeSet collection(int changed) {
        StringBuilder entries = new StringBuilder("{");
        StringBuilder meta = new StringBuilder("{");
        for (int entry = 0; entry < ENTRIES; entry++) {
            String comma = entry == 0 ? "" : ",";
            String title = entry == 77 ? "Changed " + changed : "Entry " + entry;
            entries.append(comma)
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
                .put(".cms/content/blog/posts/en.json", entries + "}")
                .put(".cms/meta/posts/en.json", meta + "}")
                .build();
    }

    private static ChangeSet documents() {
        ChangeSet.Builder changes = ChangeSet.builder()
                .remove(".cms/models/posts.json")
                .put(
                        ".cms/models/guides.json",
                        "{\"kind\":\"document\",\"domain\":\"blog\",\"i18n\":true,\"fields\":{}}");
        for (int entry = 0; entry < ENTRIES; entry++) {
            String path = "guides/guide-" + entry + "/en";
            changes.put(
                    ".cms/content/blog/" + path + ".md",
                    "---\ntitle: Guide " + entry + "\n---\n\n" + (TEXT.repeat(5) + "\n\n").repeat(4));
            changes.put(".cms/meta/" + path + ".json", "{\"status\":\"published\"}");
        }
        return changes.build();
    }
}
