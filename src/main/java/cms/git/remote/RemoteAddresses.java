package cms.git.remote;

/** The host of the repositories that mirrors follow; implemented by the room that knows its API. */
public interface RemoteAddresses {
    /**
     * Where a repository is and with which token; called for each look, fetch and push.
     *
     * @param fullName {@code owner/name}
     * @throws cms.platform.failure.Failure for the caller of a write, when the host gives no access to it any more
     */
    RemoteAddress address(String fullName);

    /** The same after the token of an address was refused with 401: with a new one. */
    RemoteAddress addressAfter(String fullName, RemoteAddress refused);

    /** How much of a repository is taken. */
    default FetchLimits limits() {
        return FetchLimits.standard();
    }
}
