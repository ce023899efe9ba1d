package cms.delivery;

import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.objects.Objects;

/** Where this room keeps its rows and objects, and whom it tells. */
public record DeliveryStorage(Database database, Objects objects, Announcements announcements) {}
