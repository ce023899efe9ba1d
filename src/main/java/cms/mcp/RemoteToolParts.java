package cms.mcp;

import cms.mcp.apps.AppParts;
import cms.media.Media;
import cms.plan.Plans;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.OutgoingHttp;
import cms.usage.Usage;
import java.net.URI;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What this room is built on beside other rooms.
 *
 * @param media empty where the service keeps none
 * @param local whether only this machine reaches the service; requests must name it then
 * @param origins sites besides our own whose pages may call the endpoint
 * @param managed whether people connect apps here; a deployment of one's own has keys alone (spec 4.4)
 * @param version of the service
 */
public record RemoteToolParts(
        Database database,
        Announcements news,
        Signals signals,
        Seal seal,
        RateLimiter limiter,
        OutgoingHttp net,
        Mailer mailer,
        Plans plans,
        Usage usage,
        Optional<Media> media,
        URI publicUrl,
        boolean local,
        List<URI> origins,
        boolean managed,
        String version,
        InstantSource clock) {
    AppParts apps() {
        return new AppParts(database, news, signals, seal, limiter, net, mailer, plans, publicUrl, clock);
    }

    /** What registries call this server: the name of its host from behind, and ours. */
    String registryName() {
        List<String> labels = Arrays.asList(
                publicUrl.getHost().replaceAll("[^A-Za-z0-9.-]", "").split("\\."));
        Collections.reverse(labels);
        return String.join(".", labels) + "/cms";
    }
}
