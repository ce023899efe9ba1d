package cms.delivery.build;

import cms.platform.crypto.Hashes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * The release in which the paths of a bundle last changed; a bundle keeps naming it, so that equal content keeps its
 * entity tag (design 5).
 *
 * @param pathsHash SHA-256 over the paths and the hashes of their bodies
 */
public record BundleMark(String pathsHash, String commitSha, Instant builtAt) {
    static String hash(List<Artefact> members) {
        StringBuilder text = new StringBuilder();
        for (Artefact member : members) {
            text.append(member.path()).append('\n').append(member.body().hash()).append('\n');
        }
        return HexFormat.of().formatHex(Hashes.sha256(text.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
