package cms.mcp;

import cms.access.Author;
import cms.mcp.apps.AppScope;
import cms.mcp.tools.Tools;
import cms.platform.limits.RateDecision;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A caller that was let in, and the tools it may call. Keys and connected apps are treated alike from here on.
 *
 * @param id of the key or app whose calls of a minute are counted together
 * @param credential name of the key or app in rows and seals: {@code mcp_key:<id>} or {@code connected_app:<id>}
 * @param tools names of the tools that it may call, in the order of the list
 * @param scopes granted to the app; a key has all
 * @param limited whether the key has a list of tools, so that every other name is refused
 * @param monthly cap of its calls in a month; null where only the plan limits them
 * @param rate limit of its calls in the present minute, and how many are left
 * @param good whether the credential is still valid; does not block
 */
record RemoteCaller(
        ProjectAccess place,
        Author author,
        String id,
        String credential,
        List<String> tools,
        Set<AppScope> scopes,
        boolean limited,
        @Nullable Long monthly,
        int perMinute,
        RateDecision rate,
        BooleanSupplier good) {
    /** The owner of sessions and streams: credential and project. */
    String owner() {
        return credential + " " + place.project().id();
    }

    boolean mayCall(String tool) {
        return tools.contains(tool) || Tools.isUnavailable(tool) && !limited;
    }
}
