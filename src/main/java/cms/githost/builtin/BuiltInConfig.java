package cms.githost.builtin;

import cms.git.Authorship;
import cms.git.Imports;
import java.time.Instant;
import java.util.function.Function;

/**
 * The configuration of the built-in host.
 *
 * @param everybodyOwnsAccount false where only people who signed in with {@code git_host} have an account
 * @param cloneUrl maps {@code owner/name} to the URL for clones
 * @param bot author of the first commit of a repository
 * @param imports copies repositories from elsewhere
 */
public record BuiltInConfig(
        boolean everybodyOwnsAccount,
        Function<String, String> cloneUrl,
        Function<Instant, Authorship> bot,
        Imports imports) {}
