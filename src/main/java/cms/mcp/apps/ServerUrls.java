package cms.mcp.apps;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URLs of this authorization server and of the resources of its tokens. */
record ServerUrls(String url) {
    private static final String PROTECTED = "/.well-known/oauth-protected-resource";
    private static final String APP_PATH = "/api/mcp/v1/mcp";
    private static final Pattern PROJECT_PATH = Pattern.compile("/api/mcp/v1/([A-Za-z0-9-]{1,64})/mcp");

    static ServerUrls of(URI publicUrl) {
        return new ServerUrls(publicUrl.toString().replaceAll("/+$", ""));
    }

    /** The endpoint at which the grant determines the project. */
    String appEndpoint() {
        return url + APP_PATH;
    }

    String projectEndpoint(String projectId) {
        return url + "/api/mcp/v1/" + projectId + "/mcp";
    }

    /** The project of a resource; empty for the app endpoint, and for a URL that is not a resource of this service. */
    Optional<String> projectOf(String resource) {
        if (!resource.startsWith(url)) {
            return Optional.empty();
        }
        Matcher path = PROJECT_PATH.matcher(resource.substring(url.length()));
        return path.matches() ? Optional.of(path.group(1)) : Optional.empty();
    }

    boolean isResource(String resource) {
        return resource.equals(appEndpoint()) || projectOf(resource).isPresent();
    }

    /** The URL of a resource's metadata (RFC 9728). */
    String metadataOf(String resource) {
        return url + PROTECTED + resource.substring(url.length());
    }
}
