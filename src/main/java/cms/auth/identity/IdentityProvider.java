package cms.auth.identity;

/** Somebody who vouches for people, spoken to by the authorization-code flow with PKCE. */
public interface IdentityProvider {
    /** Where to send the browser; the URL has a query that more parameters can be appended to. */
    String authorizeUrl(AuthorizationRequest request);

    /**
     * Exchanges the code that came back for the account that it stands for.
     *
     * @throws cms.platform.failure.Failure UNAUTHENTICATED when the provider does not take the code for this request,
     *     BAD_GATEWAY when it cannot be reached
     */
    ProviderAccount exchange(AuthorizationRequest request, String code);
}
