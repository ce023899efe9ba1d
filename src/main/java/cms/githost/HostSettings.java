package cms.githost;

import cms.platform.net.StreamClient;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the host of repositories.
 *
 * @param publicUrl without a slash at its end
 * @param everybodyOwnsAccount false where {@code git_host} is a separate way to sign in; true where every person signs
 *     in with one real identity provider, and would have no account otherwise (design 2.1)
 * @param outside the guarded client for URLs of repositories that people enter
 * @param remote the remote host; null while repositories are built in
 * @param mirrors settings of the copies of its repositories; present exactly when {@code remote} is
 */
public record HostSettings(
        URI publicUrl,
        boolean everybodyOwnsAccount,
        StreamClient outside,
        @Nullable RemoteSettings remote,
        @Nullable MirrorSettings mirrors) {
    public HostSettings(URI publicUrl, boolean everybodyOwnsAccount, StreamClient outside) {
        this(publicUrl, everybodyOwnsAccount, outside, null, null);
    }
}
