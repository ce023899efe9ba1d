package cms.content.recent;

import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPaths;
import cms.git.Tree;
import cms.platform.heap.Reservation;
import cms.platform.heap.Reservations;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads snapshots of one project with room that is reserved for its workspace.
 *
 * @param paths the paths of its content in the repository
 */
public record SnapshotReader(ParsedFiles files, ContentPaths paths, Reservations reservations, String workspaceId) {
    private static final Runnable NOTHING = () -> {};

    /**
     * Reads a tree that is not kept, such as the one before a landing, without waiting for others.
     *
     * @param like a snapshot whose unchanged parts are taken over
     * @throws cms.platform.failure.Failure UNAVAILABLE when there is no room in the heap
     */
    public Snapshot readAtOnce(Tree tree, Snapshot like) {
        Snapshot.Source source = new Snapshot.Source(tree, paths, files);
        return reservations
                .atOnce()
                .read(
                        new Reservations.Reader(workspaceId, NOTHING),
                        reservation -> Snapshot.read(source, like, reservation));
    }

    /**
     * Reads a tree, and waits for room in the heap for ten seconds at most. One that comes after a tree whose content
     * had no room is not tried beside it: that gives up all of its room, and the reading begins with as much as it may
     * ever take.
     *
     * @param earlier gives the snapshot to take over from, at each attempt, as it may be dropped meanwhile
     * @param letGo drops everything cached of the project, where there is no room otherwise
     */
    Snapshot read(Tree tree, Supplier<Optional<Snapshot>> earlier, Runnable letGo) {
        Snapshot.Source source = new Snapshot.Source(tree, paths, files);
        return reservations.read(
                new Reservations.Reader(workspaceId, letGo),
                reservation -> read(source, earlier.get().orElse(null), reservation, letGo));
    }

    private static Snapshot read(
            Snapshot.Source source, @Nullable Snapshot earlier, Reservation reservation, Runnable letGo) {
        if (earlier == null || !earlier.isExceeded() || reservation.isFromNothing()) {
            return Snapshot.read(source, earlier, reservation);
        }
        return Snapshot.butForContext(source, earlier, reservation).orElseGet(() -> {
            letGo.run();
            throw reservation.again();
        });
    }
}
