package cms.auth.identity;

import java.util.Optional;

/**
 * The parameters with which a provider sends the browser back (RFC 6749, 4.1.2).
 *
 * @param issuer who says so (RFC 9207), where it says so
 * @param isWhole true when the provider's own redirect was seen, so that what it lacks is missing; false when a page
 *     handed on the code and maybe not the rest
 */
public record Comeback(String code, Optional<String> issuer, boolean isWhole) {}
