package cms.auth.identity;

import java.util.Optional;

/**
 * The parameters with which a provider sends the browser back (RFC 6749, 4.1.2).
 *
 * @param issuer the issuer in the parameters (RFC 9207), if any
 * @param isWhole true when these are all parameters of the provider's redirect; false when a page passed on the code
 *     and possibly not the rest
 */
public record Comeback(String code, Optional<String> issuer, boolean isWhole) {}
