package cms.githost;

import java.net.URI;

/**
 * How the built-in host is reached and who owns an account on it.
 *
 * @param publicUrl without a slash at its end
 * @param everybodyOwnsAccount false where {@code git_host} is a way to sign in of its own; true where every person
 *     signs in with one real identity provider, so that nobody could own an account otherwise (design 2.1)
 */
public record HostSettings(URI publicUrl, boolean everybodyOwnsAccount) {}
