package cms.mcp.apps;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client by its own description.
 *
 * @param site of the client; empty when it names none
 * @param redirects its redirect URIs that are allowed here, 1 to 20
 */
record ClientApp(String id, String name, String site, List<String> redirects) {
    private static final int NAME_CHARS_MAX = 80;
    private static final int REDIRECTS_MAX = 20;
    private static final String UNNAMED = "An app without a name";

    ClientApp {
        redirects = List.copyOf(redirects);
    }

    /** @throws Failure INVALID when none of its redirect URIs is allowed */
    static ClientApp parse(String id, JsonNode document) {
        List<String> redirects = document.path("redirect_uris")
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .filter(RedirectRule::isPossible)
                .distinct()
                .limit(REDIRECTS_MAX)
                .toList();
        if (redirects.isEmpty()) {
            throw OAuthFailure.of(
                    "invalid_redirect_uri",
                    "No redirect URI is possible here: use https, http on 127.0.0.1, [::1] or localhost, or a known"
                            + " editor.");
        }
        return new ClientApp(
                id,
                name(document.path("client_name").asString("")),
                site(document.path("client_uri").asString("")),
                redirects);
    }

    /** A client that registered itself; its id depends on its description only, however often it registers. */
    static ClientApp registered(JsonNode document) {
        ClientApp app = parse("", document);
        return new ClientApp(
                "dcr_" + Hashes.sha256Hex(Json.text(app.json())).substring(0, 40),
                app.name(),
                app.site(),
                app.redirects());
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("client_name", name);
        if (!site.isEmpty()) {
            json.put("client_uri", site);
        }
        redirects.stream().sorted().forEach(json.putArray("redirect_uris")::add);
        return json;
    }

    /** The host of the document that describes the client; empty for one that registered itself. */
    Optional<String> idHost() {
        return hostOf(id);
    }

    /** The host shown to people; for a client that registered itself the one that it claims. */
    String host() {
        return idHost().or(() -> hostOf(site)).orElse(name);
    }

    private static Optional<String> hostOf(String url) {
        return url.startsWith("https://") ? Optional.ofNullable(URI.create(url).getHost()) : Optional.empty();
    }

    /** The name without characters that are invisible or change the direction of text. */
    private static String name(String text) {
        String plain = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}]", "").strip();
        return plain.isEmpty() ? UNNAMED : plain.substring(0, plain.offsetByCodePoints(0, shown(plain)));
    }

    private static int shown(String text) {
        return Math.min(text.codePointCount(0, text.length()), NAME_CHARS_MAX);
    }

    private static String site(String text) {
        return text.startsWith("https://") && RedirectRule.isPossible(text) ? text : "";
    }
}
