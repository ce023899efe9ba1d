package cms.web;

import cms.platform.json.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The facts about the service in every page of the studio. They contain no person and are the same for everyone.
 *
 * @param version of the running service
 * @param providers names of the identity providers, as {@code /auth/login} takes them
 * @param limits limits of request bodies and texts by name, such as {@code contentBytes}
 * @param localIdentity whether the built-in sign-in page accepts any identity
 * @param outbox whether mail is kept at {@code /outbox} instead of being sent
 * @param builtInHost whether repositories are cloned from {@code /git} of this service
 * @param rooms features beyond content and review; the navigation shows no others
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

    /** The JSON for the inside of a script element: no character of it can end the element. */
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
