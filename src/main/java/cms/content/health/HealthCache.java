package cms.content.health;

import cms.content.api.HealthItem;
import cms.content.check.ProjectHealth;
import cms.content.recent.SnapshotReader;
import cms.content.snapshot.Snapshot;
import cms.content.snapshot.StyleWarnings;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.TreeId;
import cms.review.submit.Tip;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cached health of one project: content that has not changed since the last check is not checked again. Not
 * thread-safe, except for {@link #earlier}.
 */
public final class HealthCache {
    private static final int COMMITS_MAX = 8;

    private final SnapshotReader reader;
    private final Deque<Checked> checked = new ArrayDeque<>();
    private final AtomicReference<List<Checked>> earlier = new AtomicReference<>(List.of());
    private @Nullable Content content;

    /** The health of a tree's content, without the items that need the commit's history or other files. */
    private record Content(TreeId tree, ProjectHealth health) {}

    /** The complete health of a commit: its content, style, stray folders, and what its landing broke. */
    private record Checked(CommitId commit, CommitId landed, ProjectHealth health) {
        boolean isAt(CommitId asked, CommitId lastLanded) {
            return commit.equals(asked) && landed.equals(lastLanded);
        }
    }

    public HealthCache(SnapshotReader reader) {
        this.reader = reader;
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
        return find(checked, tip.commit(), landed).orElseGet(() -> {
            ProjectHealth complete = of(snapshot).with(more(repository, tip, landed, snapshot));
            checked.addFirst(new Checked(tip.commit(), landed, complete.alone()));
            if (checked.size() > COMMITS_MAX) {
                checked.removeLast();
            }
            return complete;
        });
    }

    /**
     * The complete health of a commit, including the findings that it brought itself; empty unless it is one of the
     * last eight that were checked.
     */
    public Optional<ProjectHealth> find(CommitId commit) {
        return find(checked, commit, commit);
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
            ProjectHealth found = ProjectHealth.of(snapshot)
                    .with(more(repository, asked, landed, snapshot))
                    .alone();
            earlier.updateAndGet(kept -> Stream.concat(
                            Stream.of(new Checked(asked.commit(), landed, found)), kept.stream())
                    .limit(COMMITS_MAX)
                    .toList());
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
