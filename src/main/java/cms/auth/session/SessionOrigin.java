package cms.auth.session;

import cms.platform.http.Request;
import org.jspecify.annotations.Nullable;

/**
 * Where a session begins.
 *
 * @param parentId the session whose token opened it, with which it ends; null for a sign-in
 * @param device the browser or program, as it names itself
 * @param address the network address that it came from
 */
public record SessionOrigin(@Nullable String parentId, String device, String address) {
    private static final int DEVICE_CHARS_MAX = 200;

    /** A sign-in by this request. */
    public static SessionOrigin of(Request request) {
        String device = request.header("User-Agent")
                .orElse("")
                .replaceAll("\\p{Cntrl}", " ")
                .strip();
        return new SessionOrigin(
                null, device.substring(0, Math.min(device.length(), DEVICE_CHARS_MAX)), request.address());
    }

    /** The same, opened by a token of another session. */
    public SessionOrigin from(String familyId) {
        return new SessionOrigin(familyId, device, address);
    }
}
