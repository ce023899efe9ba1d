package cms.auth.session;

import cms.platform.http.Request;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a session.
 *
 * @param parentId the session whose token opened it, with which it ends; null for a sign-in
 * @param device name that the browser or program sent
 * @param address network address of its request
 */
public record SessionOrigin(@Nullable String parentId, String device, String address) {
    private static final int DEVICE_CHARS_MAX = 200;

    /** The origin of a sign-in by this request. */
    public static SessionOrigin of(Request request) {
        String device = request.header("User-Agent")
                .orElse("")
                .replaceAll("\\p{Cntrl}", " ")
                .strip();
        return new SessionOrigin(
                null, device.substring(0, Math.min(device.length(), DEVICE_CHARS_MAX)), request.address());
    }

    /** The origin of a session opened by a token of another session. */
    public SessionOrigin from(String familyId) {
        return new SessionOrigin(familyId, device, address);
    }
}
