package cms.access;

import cms.platform.http.Route;
import cms.testing.RoutePaths;
import cms.testing.TestApp;
import cms.testing.UnsentBody;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What holds for every route of the table: who is refused before a body is read, and that each one is counted. */
final class RouteOrder {
    /** By path: why nothing in {@code platform.limits} counts a route, or who counts it. */
    private static final Map<String, String> COUNTED_ELSEWHERE = Map.ofEntries(
            Map.entry("/api/cdn/v1/", "CMS_DELIVERY_RATE_PER_HOUR of its key, in delivery.serve.Gate"),
            Map.entry("/api/media/v1/", "media of its key, in media.MediaKeys"),
            Map.entry("/api/conversation/v1/", "conversation of its key, in agent.ProgramTalk"),
            Map.entry("/api/mcp/v1/", "mcp of its key, in mcp.Gate"),
            Map.entry("/outbox", "only this machine"),
            Map.entry("/identity/authorize", "only this machine"));

    /** A few bytes from memory, which are answered however much there is to do. */
    private static final List<String> ALWAYS_ANSWERED = List.of(
            "/",
            "/welcome",
            "/api/health",
            "/api/health/ready",
            "/metrics",
            "/openapi.yaml",
            "/.well-known/oauth-authorization-server",
            "/.well-known/oauth-protected-resource/api/mcp/v1/mcp",
            "/.well-known/ai-catalog.json",
            "/api/mcp/v1/mcp/server-card");

    private RouteOrder() {}

    /** Routes that nothing counts and nobody has excused, and excuses of no route. */
    static List<String> uncounted(List<Route> routes) {
        List<String> free = routes.stream()
                .filter(route ->
                        route.perAddress().isEmpty() && route.perCaller().isEmpty())
                .map(Route::path)
                .toList();
        Stream<String> excused = Stream.concat(COUNTED_ELSEWHERE.keySet().stream(), ALWAYS_ANSWERED.stream());
        return Stream.concat(
                        free.stream()
                                .filter(path -> !ALWAYS_ANSWERED.contains(path))
                                .filter(path ->
                                        COUNTED_ELSEWHERE.keySet().stream().noneMatch(path::startsWith)),
                        excused.filter(excuse -> free.stream()
                                .noneMatch(path -> path.equals(excuse)
                                        || COUNTED_ELSEWHERE.containsKey(excuse) && path.startsWith(excuse))))
                .toList();
    }

    /**
     * Whoever may not is told so as the matrix says, and was not asked for a body. Rights that depend on what a body
     * names are not looked at: who may do it is known when it was read.
     *
     * @param callers one for each column of the matrix
     * @param wrong gets a sentence for each answer that is another one
     * @return how many answers were looked at
     */
    static int check(TestApp app, Matrix matrix, Callers callers, List<String> wrong) {
        Map<String, String> oneOfColumn = new LinkedHashMap<>();
        matrix.callers().forEach((caller, column) -> oneOfColumn.putIfAbsent(column, caller));
        int checked = 0;
        for (Route route : app.routes()) {
            Matrix.Row row = matrix.row(route.method() + " " + route.path());
            if (row.method().equals("GET") || row.sent().contains("{workspaceId}")) {
                continue;
            }
            Map<String, String> values = new TreeMap<>(callers.parameters());
            values.putAll(row.parameters());
            values.put("projectId", callers.world().projectId());
            values.putIfAbsent("provider", "git_host");
            String path = new RoutePaths(values).path(route);
            for (Map.Entry<String, String> one : oneOfColumn.entrySet()) {
                if (!row.allows(one.getKey())) {
                    int status = UnsentBody.status(app.url(), row.method(), path, callers.client(one.getValue()));
                    checked++;
                    if (status != row.status(one.getKey())) {
                        wrong.add(row.name() + " by " + one.getValue() + ": " + status);
                    }
                }
            }
        }
        return checked;
    }
}
