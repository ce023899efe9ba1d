package cms.githost;

import cms.platform.net.StreamClient;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where repositories live and how that is reached.
 *
 * @param publicUrl without a slash at its end
 * @param everybodyOwnsAccount false where {@code git_host} is a way to sign in of its own; true where every person
 *     signs in with one real identity provider, so that nobody could own an account otherwise (design 2.1)
 * @param outside the guarded way to repositories that people name
 * @param remote the remote provider; null while repositories are built in
 * @param mirrors where copies of its repositories live; there exactly when {@code remote} is
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
