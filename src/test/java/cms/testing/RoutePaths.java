package cms.testing;

import cms.platform.http.Route;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Real paths and plausible bodies for the mounted routes, to be made hostile one piece at a time. */
public final class RoutePaths {
    private static final Pattern PARAMETER = Pattern.compile("[{<]([A-Za-z]+)[}>]");

    private final Map<String, String> values;

    /** @param values what stands for each path parameter, not yet encoded */
    public RoutePaths(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** Everything that exists in a world, and an open change's branch. */
    public static RoutePaths of(World world, String memberId, String keyId, String branch) {
        return new RoutePaths(Map.ofEntries(
                Map.entry("workspaceId", world.workspaceId()),
                Map.entry("projectId", world.projectId()),
                Map.entry("memberId", memberId),
                Map.entry("keyId", keyId),
                Map.entry("modelId", "authors"),
                Map.entry("entryId", "none"),
                Map.entry("tokenId", "none"),
                Map.entry("sessionId", "none"),
                Map.entry("grantId", "none"),
                Map.entry("branch", branch),
                Map.entry("provider", "git_host"),
                Map.entry("path", "_manifest.json"),
                Map.entry("commit", "0".repeat(40)),
                Map.entry("previewId", "00000000-0000-4000-8000-000000000000"),
                Map.entry("submissionId", "00000000-0000-4000-8000-000000000000"),
                Map.entry("webhookId", "00000000-0000-4000-8000-000000000000"),
                Map.entry("deliveryId", "00000000-0000-4000-8000-000000000000"),
                Map.entry("conversationId", "00000000-0000-4000-8000-000000000000"),
                Map.entry("uploadId", "00000000-0000-4000-8000-000000000000"),
                Map.entry("assetId", "00000000-0000-4000-8000-000000000000"),
                Map.entry("token", "x".repeat(43)),
                Map.entry("model", "authors"),
                Map.entry("schema", "model.json"),
                Map.entry("place", "nobody"),
                Map.entry("section", "profile"),
                Map.entry("asset", "none.js"),
                Map.entry("locale", "en")));
    }

    public RoutePaths with(String parameter, String value) {
        Map<String, String> changed = new HashMap<>(values);
        changed.put(parameter, value);
        return new RoutePaths(changed);
    }

    /** The path of a route with every parameter percent-encoded, slashes included. */
    public String path(Route route) {
        return PARAMETER
                .matcher(route.path())
                .replaceAll(found -> Matcher.quoteReplacement(encode(values.get(found.group(1)))));
    }

    /** The names of a route's path parameters. */
    public static List<String> parameters(Route route) {
        return PARAMETER
                .matcher(route.path())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The members of a route's JSON body by their schemas in {@code openapi.yaml}, empty for a route without one. */
    public static Map<String, JsonNode> members(Route route) {
        JsonNode schema = OpenApiAnswers.operation(route)
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema");
        Map<String, JsonNode> members = new HashMap<>();
        if (!schema.isMissingNode()) {
            JsonSchema.resolve(OpenApiAnswers.file(), schema)
                    .path("properties")
                    .properties()
                    .forEach(member -> members.put(member.getKey(), member.getValue()));
        }
        return members;
    }

    /** The names of a route's query parameters in {@code openapi.yaml}. */
    public static List<String> queries(Route route) {
        return OpenApiAnswers.operation(route)
                .path("parameters")
                .valueStream()
                .map(one -> JsonSchema.resolve(OpenApiAnswers.file(), one))
                .filter(one -> one.path("in").asString().equals("query"))
                .map(one -> one.path("name").asString())
                .toList();
    }

    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
