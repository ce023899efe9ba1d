package cms.githost.remote;

import cms.githost.remote.api.ApiAnswer;
import cms.githost.remote.api.ApiCall;
import cms.githost.remote.api.HostApi;
import cms.githost.remote.api.Identity;
import cms.githost.remote.api.Refusal;
import java.util.Set;

/** Whether a branch takes pushes of this service's commits, as far as the host tells beforehand. */
record Protection(boolean isOn) {
    /** Rules that may refuse a fast-forward push of merge commits by an app; other rules show at the push. */
    private static final Set<String> IN_THE_WAY = Set.of(
            "pull_request",
            "update",
            "required_linear_history",
            "required_status_checks",
            "required_deployments",
            "required_signatures",
            "merge_queue",
            "workflows",
            "code_scanning",
            "code_quality");

    /**
     * Reads the protection of a branch with two calls: its own protection, and the rules of all rulesets that apply to
     * it.
     */
    static Protection of(HostApi api, Identity as, String fullName, String branch) {
        String at = HostJson.repos(fullName);
        String name = HostJson.segment(branch);
        ApiAnswer found = api.call(ApiCall.get(as, at + "/branches/" + name));
        if (!found.isRefused(Refusal.NOT_FOUND)
                && found.orFail().path("protected").asBoolean(false)) {
            return new Protection(true);
        }
        ApiAnswer rules = api.call(ApiCall.get(as, at + "/rules/branches/" + name + "?per_page=100"));
        return new Protection(!rules.isRefused(Refusal.NOT_FOUND, Refusal.FORBIDDEN)
                && rules.orFail()
                        .valueStream()
                        .anyMatch(rule -> IN_THE_WAY.contains(rule.path("type").asString(""))));
    }
}
