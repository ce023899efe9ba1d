package cms.media;

import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.jobs.Jobs;
import cms.platform.limits.RateLimiter;
import cms.platform.net.StreamClient;
import cms.platform.objects.Objects;
import cms.platform.pictures.Pictures;
import cms.usage.Usage;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * What media stands on.
 *
 * @param scratch a folder for files on their way, emptied at each start
 * @param publicUrl the beginning of the URLs of delivered files
 * @param keyedPerHour requests that one key may make in an hour
 */
public record MediaParts(
        Database database,
        Announcements announcements,
        Jobs jobs,
        Objects objects,
        Pictures pictures,
        StreamClient outside,
        RateLimiter limiter,
        Plans plans,
        Usage usage,
        Path scratch,
        URI publicUrl,
        int keyedPerHour,
        InstantSource clock) {}
