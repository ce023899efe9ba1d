package cms.delivery;

import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.jobs.Leases;
import cms.platform.objects.Objects;

/** Where this room keeps its rows and objects, whom it tells, and how it agrees with other instances. */
public record DeliveryStorage(
        Database database, Objects objects, Announcements announcements, Signals signals, Leases leases) {
    /** Told to the other instances: what readers of a project get has changed in the rows. */
    record DeliveryChanged(String projectId) {}
}
