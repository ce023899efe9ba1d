package cms;

import cms.git.Repositories;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.jobs.ReadingMarks;
import cms.upkeep.InstanceIdentity;
import java.time.InstantSource;

/** The platform's services and the settings of rooms, which {@link Rooms} builds the rooms from. */
abstract class RoomServices {
    final PlatformServices platform;
    final RoomSettings of;
    final OpenedParts closing;
    final Database database;
    final Announcements news;
    final InstantSource clock;

    RoomServices(PlatformServices platform, RoomSettings of, OpenedParts closing) {
        this.platform = platform;
        this.of = of;
        this.closing = closing;
        this.database = platform.database();
        this.news = platform.announcements();
        this.clock = platform.clock();
    }

    /**
     * Opens the marks, which are closed right after the rooms that read, so that a stop in the middle of a reading
     * leaves no mark of it.
     */
    ReadingMarks openMarks() {
        return closing.add(of.reading());
    }

    /** Opens the repositories; those in the data folder are served only with the database that knows them. */
    Repositories openRepositories() {
        if (of.hasBuiltInHost()) {
            InstanceIdentity.check(database, platform.data().folder());
        }
        return closing.add(Repositories.open(platform.data().repositories()));
    }
}
