package cms.web;

import cms.platform.json.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The facts about the service that stand in every page of the studio. They name no person and are the same for
 * everyone.
 *
 * @param version of the service that runs
 * @param providers by whom people sign in, as {@code /auth/login} takes them
 * @param limits by name, such as {@code contentBytes}, how long the body of a save may be
 * @param localIdentity whether anybody may sign in as anybody
 * @param outbox whether mail is kept at {@code /outbox} instead of being sent
 * @param builtInHost whether repositories are cloned from {@code /git} of this service
 * @param rooms what is built in beyond content and review; what is not named has no entry in the navigation
 */
public record ServiceFacts(
        String version,
        String edition,
        String deployment,
        boolean billing,
        boolean localIdentity,
        boolean outbox,
        boolean builtInHost,
        List<String> providers,
        Map<String, Long> limits,
        List<String> rooms) {
    public ServiceFacts {
        providers = List.copyOf(providers);
        limits = Collections.unmodifiableMap(new TreeMap<>(limits));
        rooms = List.copyOf(rooms);
    }

    /** As JSON that may stand inside of a script element: no character of it can end the element. */
    String json() {
        ObjectNode facts = Json.object()
                .put("version", version)
                .put("edition", edition)
                .put("deployment", deployment)
                .put("billing", billing)
                .put("localIdentity", localIdentity)
                .put("outbox", outbox)
                .put("builtInHost", builtInHost);
        providers.forEach(facts.putArray("providers")::add);
        limits.forEach(facts.putObject("limits")::put);
        rooms.forEach(facts.putArray("rooms")::add);
        return Json.text(facts).replace("<", "\\u003c");
    }
}
