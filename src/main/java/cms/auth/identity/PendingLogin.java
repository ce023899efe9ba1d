package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * A sign-in that has left for a provider, remembered by the browser in sealed form.
 *
 * @param provider the provider's name
 * @param returnTo where the person goes afterwards: a path of ours, or the callback of a command-line client
 * @param cliState what a command-line client wants to see again; null for browsers
 * @param end when the attempt is over, in Unix seconds
 */
public record PendingLogin(
        String provider,
        SignInAttempt request,
        String returnTo,
        @Nullable String cliState,
        long end) {}
