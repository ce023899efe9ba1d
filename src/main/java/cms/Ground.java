package cms;

import cms.git.Repositories;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.upkeep.InstanceIdentity;
import java.time.InstantSource;

/** What every room is built on. */
abstract class Ground {
    final Corners corners;
    final RoomSettings of;
    final Closing closing;
    final Database database;
    final Announcements news;
    final InstantSource clock;

    Ground(Corners corners, RoomSettings of, Closing closing) {
        this.corners = corners;
        this.of = of;
        this.closing = closing;
        this.database = corners.database();
        this.news = corners.announcements();
        this.clock = corners.clock();
    }

    /** Repositories that live in the data folder are served only with the database that knows them. */
    Repositories openRepositories() {
        if (of.hasBuiltInHost()) {
            InstanceIdentity.check(database, corners.data().folder());
        }
        return closing.add(Repositories.open(corners.data().repositories()));
    }
}
