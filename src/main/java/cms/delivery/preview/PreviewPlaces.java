package cms.delivery.preview;

import cms.platform.compute.FairPlaces;
import cms.platform.failure.Failure;
import cms.platform.heap.BuildRooms;
import cms.platform.instance.Instance;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The places in which sites of previews are built; readers who wait for one hold no place of the service. */
public final class PreviewPlaces {
    /** Previews that are built at a time, so that reads of releases and saves do not wait for them. */
    private static final int BUILDS_AT_ONCE = 2;

    private static final int BUILDS_OF_WORKSPACE = 1;

    /** A request holds a connection, which proxies soon cut. */
    static final Duration WAIT_MAX = Duration.ofMinutes(1);

    private final UnaryOperator<String> accounts;
    private final FairPlaces building;
    private final BuildRooms rooms;

    /** @param rooms of all builds of this process */
    public PreviewPlaces(Instance instance, BuildRooms rooms) {
        this(instance.compute()::account, instance.clock(), rooms);
    }

    /** @param accounts the account of a workspace */
    PreviewPlaces(UnaryOperator<String> accounts, InstantSource clock, BuildRooms rooms) {
        this.rooms = rooms;
        this.accounts = accounts;
        this.building = new FairPlaces(clock, BUILDS_OF_WORKSPACE, BUILDS_AT_ONCE);
    }

    /**
     * Runs work of a workspace when it has a place, one at a time, in a room; where others have the room, it waits for
     * it without a place and begins again.
     *
     * @throws Failure UNAVAILABLE when there is no place for a minute, or no room
     */
    <T> T inTurn(String workspaceId, Function<BuildRooms.Room, T> work) {
        String account = accounts.apply(workspaceId);
        return rooms.run(account, WAIT_MAX, room -> {
            if (!building.enter(account, workspaceId, WAIT_MAX)) {
                throw busy();
            }
            try {
                return work.apply(room);
            } finally {
                building.leave(account, workspaceId);
            }
        });
    }

    /** The failure of a reader who has waited for a place, or for what another reader builds. */
    static Failure busy() {
        return Failure.unavailable("Other previews are built at this moment; try again.")
                .withRetryAfter(WAIT_MAX);
    }
}
