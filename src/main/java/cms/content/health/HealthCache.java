package cms.content.health;

import cms.content.api.HealthItem;
import cms.content.check.ProjectHealth;
import cms.content.recent.SnapshotReader;
import cms.content.snapshot.Snapshot;
import cms.content.snapshot.StyleWarnings;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.TreeId;
import cms.platform.heap.HeapShare;
import cms.review.submit.Tip;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cached health of one project: content that has not changed since the last check is not checked again. Not
 * thread-safe, except for {@link #earlier} and {@link #bytes}.
 */
public final class HealthCache {
    private static final int COMMITS_MAX = 8;

    private final SnapshotReader reader;
    private final Runnable grown;
    private final long bytesMax;
    private final AtomicReference<List<Checked>> checked = new AtomicReference<>(List.of());
    private final AtomicReference<List<Checked>> earlier = new AtomicReference<>(List.of());
    private @Nullable Content content;

    /** The health of a tree's content, without the items that need the commit's history or other files. */
    private record Content(TreeId tree, ProjectHealth health) {}

    /** The complete health of a commit: its content, style, stray folders, and what its landing broke. */
    private record Checked(CommitId commit, CommitId landed, ProjectHealth health, long bytes) {
        Checked(CommitId commit, CommitId landed, ProjectHealth health) {
            this(commit, landed, health.alone(), health.bytes());
        }

        boolean isAt(CommitId asked, CommitId lastLanded) {
            return commit.equals(asked) && landed.equals(lastLanded);
        }
    }

    /** @param grown called when {@link #bytes} has changed */
    public HealthCache(SnapshotReader reader, Runnable grown) {
        this(reader, grown, HeapShare.HEALTH.bytes() / 2);
    }

    /** @param bytesMax bytes of the heap for the commits at the tip, and as many for the others */
    HealthCache(SnapshotReader reader, Runnable grown, long bytesMax) {
        this.reader = reader;
        this.grown = grown;
        this.bytesMax = bytesMax;
    }

    /** About how many bytes of the heap the commits take that are not forgotten with parsed content. */
    public long bytes() {
        return Stream.of(checked, earlier)
                .flatMap(cached -> cached.get().stream())
                .mapToLong(Checked::bytes)
                .sum();
    }

    /** Drops the cached health that refers to parsed content. */
    public void forget() {
        content = null;
    }

    public boolean isEmpty() {
        return content == null;
    }

    /** @param landed the commit whose breaks are included: the newest that changed anything the caller may see */
    public ProjectHealth of(Repository repository, Tip tip, CommitId landed, Snapshot snapshot) {
        return find(checked.get(), tip.commit(), landed).orElseGet(() -> {
            ProjectHealth complete = of(snapshot).with(more(repository, tip, landed, snapshot));
            add(checked, new Checked(tip.commit(), landed, complete));
            return complete;
        });
    }

    /** Adds the newest; the oldest go where there are more than eight, or they take too much of the heap together. */
    private void add(AtomicReference<List<Checked>> cached, Checked newest) {
        cached.updateAndGet(before -> {
            List<Checked> all = new ArrayList<>(before);
            all.addFirst(newest);
            long bytes = 0;
            int fitting = 0;
            while (fitting < Math.min(all.size(), COMMITS_MAX)
                    && bytes + all.get(fitting).bytes() <= bytesMax) {
                bytes += all.get(fitting).bytes();
                fitting++;
            }
            return List.copyOf(all.subList(0, fitting));
        });
        grown.run();
    }

    /**
     * The complete health of a commit, including the findings that it brought itself; empty unless it is one of the
     * last that were checked.
     */
    public Optional<ProjectHealth> find(CommitId commit) {
        return find(checked.get(), commit, commit);
    }

    private static Optional<ProjectHealth> find(Collection<Checked> among, CommitId commit, CommitId landed) {
        return among.stream()
                .filter(known -> known.isAt(commit, landed))
                .map(Checked::health)
                .findFirst();
    }

    /** The health of a tree's content, without the items that need the commit's history or other files. */
    public ProjectHealth of(Snapshot snapshot) {
        Content known = content;
        if (known != null && known.tree().equals(snapshot.tree())) {
            return known.health();
        }
        ProjectHealth health =
                known == null ? ProjectHealth.of(snapshot) : known.health().next(snapshot);
        content = new Content(snapshot.tree(), health);
        return health;
    }

    /** The complete health of an open change or an earlier commit. Thread-safe. */
    public ProjectHealth earlier(Repository repository, Tip asked, CommitId landed, Snapshot snapshot) {
        Optional<ProjectHealth> known = find(earlier.get(), asked.commit(), landed);
        return known.orElseGet(() -> {
            ProjectHealth found = ProjectHealth.of(snapshot).with(more(repository, asked, landed, snapshot));
            add(earlier, new Checked(asked.commit(), landed, found));
            return found;
        });
    }

    private List<HealthItem> more(Repository repository, Tip tip, CommitId landed, Snapshot snapshot) {
        List<HealthItem> items = new ArrayList<>(StyleWarnings.items(snapshot.contents()));
        items.addAll(StrayFolders.items(tip.tree(), snapshot));
        items.addAll(LandedBreaks.items(repository, landed, snapshot, reader));
        return items;
    }
}
