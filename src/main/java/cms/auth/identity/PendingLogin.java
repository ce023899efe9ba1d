package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * A sign-in between the redirect to a provider and its return, stored by the browser in sealed form.
 *
 * @param provider the provider's name
 * @param returnTo target afterwards: a path of this service, or the callback of a command-line client
 * @param cliState state that a command-line client wants returned; null for browsers
 * @param end of the attempt, in Unix seconds
 */
public record PendingLogin(
        String provider,
        SignInAttempt request,
        String returnTo,
        @Nullable String cliState,
        long end) {}
