package cms.git.remote;

/** The host of the repositories that mirrors follow; implemented by the room that knows its API. */
public interface RemoteAddresses {
    /**
     * The address of a repository with a token; called for each check, fetch and push.
     *
     * @param fullName {@code owner/name}
     * @throws cms.platform.failure.Failure for the caller of a write, when the host gives no access to the repository
     *     any more
     */
    RemoteAddress address(String fullName);

    /** The address with a new token, after the host refused the one of {@code refused} with 401. */
    RemoteAddress addressAfter(String fullName, RemoteAddress refused);

    /** The limits of fetching. */
    default FetchLimits limits() {
        return FetchLimits.standard();
    }
}
