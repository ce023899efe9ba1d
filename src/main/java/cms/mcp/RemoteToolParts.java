package cms.mcp;

import cms.media.Media;
import cms.plan.Plans;
import cms.platform.instance.Instance;
import cms.usage.Usage;
import java.net.URI;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The services and settings that remote tools are built with.
 *
 * @param media empty where the service has no media
 */
public record RemoteToolParts(
        Instance instance, Plans plans, Usage usage, Optional<Media> media, RemoteToolSettings settings) {
    /**
     * The settings of remote tools.
     *
     * @param local whether only this machine reaches the service; requests must name it then
     * @param origins other sites whose pages may call the endpoint
     * @param managed whether people can connect apps; a self-hosted deployment has keys only (spec 4.4)
     * @param version of the service
     */
    public record RemoteToolSettings(URI publicUrl, boolean local, List<URI> origins, boolean managed, String version) {
        /** Name of this server in registries: the labels of its host in reverse order, a slash and {@code cms}. */
        String registryName() {
            List<String> labels = Arrays.asList(
                    publicUrl.getHost().replaceAll("[^A-Za-z0-9.-]", "").split("\\."));
            Collections.reverse(labels);
            return String.join(".", labels) + "/cms";
        }
    }
}
