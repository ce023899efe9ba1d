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
 * Who was let in, and what it may call. One noun because a key and a connected app differ in nothing else from here on.
 *
 * @param id whose calls of a minute are counted together
 * @param credential names the key in rows and seals: {@code mcp_key:<id>} or {@code connected_app:<id>}
 * @param tools the names that it may call, in the order of the list
 * @param scopes what an app was allowed; a key has all
 * @param limited whether a list of tools was given, so that every other name is refused
 * @param monthly its own cap; null for that of the plan alone
 * @param rate how many calls its minute takes, and how many are left
 * @param good whether the credential is still good; does not wait
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
    /** What sessions and streams belong to. */
    String owner() {
        return credential + " " + place.project().id();
    }

    boolean mayCall(String tool) {
        return tools.contains(tool) || Tools.isUnavailable(tool) && !limited;
    }
}
