package cms.auth.identity;

/** A provider that confirms the identity of people, by the authorization-code flow with PKCE. */
public interface IdentityProvider {
    /**
     * The URL to redirect the browser to; it has a query to which parameters can be appended.
     *
     * @throws cms.platform.failure.Failure BAD_GATEWAY or UNAVAILABLE when the provider has to be asked first and does
     *     not answer
     */
    String authorizeUrl(SignInAttempt request);

    /**
     * Exchanges the returned code for the account of the person.
     *
     * @throws cms.platform.failure.Failure UNAUTHENTICATED when the provider refuses the code or its answer is not
     *     valid for this request, FORBIDDEN when it names no e-mail address, BAD_GATEWAY or UNAVAILABLE when it cannot
     *     be reached
     */
    Confirmed exchange(SignInAttempt request, Comeback back);
}
