package cms.delivery;

import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.jobs.Leases;
import cms.platform.objects.Objects;

/** The database, object store, announcements, signals and leases of this room. */
public record DeliveryStorage(
        Database database, Objects objects, Announcements announcements, Signals signals, Leases leases) {
    /** Signal to the other instances that the rows about a project's delivery have changed. */
    record DeliveryChanged(String projectId) {}
}
