package cms.auth.identity;

/** Somebody who vouches for people, spoken to by the authorization-code flow with PKCE. */
public interface IdentityProvider {
    /**
     * Where to send the browser; the URL has a query that more parameters can be appended to.
     *
     * @throws cms.platform.failure.Failure BAD_GATEWAY or UNAVAILABLE when the provider has to be asked first and
     *     does not answer
     */
    String authorizeUrl(SignInAttempt request);

    /**
     * Exchanges the code that came back for the account that it stands for.
     *
     * @throws cms.platform.failure.Failure UNAUTHENTICATED when the provider does not take the code for this request
     *     or what it says does not hold, FORBIDDEN when it names no e-mail address, BAD_GATEWAY or UNAVAILABLE when it
     *     cannot be reached
     */
    Confirmed exchange(SignInAttempt request, Comeback back);
}
