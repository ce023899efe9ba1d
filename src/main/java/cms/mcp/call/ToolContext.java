package cms.mcp.call;

import cms.access.Author;
import cms.content.Contents;
import cms.content.api.WriteOptions;
import cms.media.Media;
import cms.platform.compute.Turn;
import cms.platform.crypto.Hashes;
import cms.platform.idempotency.IdempotencyKey;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * Who calls, where, and through which verbs. One noun because every tool gets the same, whichever of it it needs.
 *
 * @param media empty while it is not on for the project
 * @param credential names the key or grant; idempotency keys of others are not its own
 * @param agreed whether the person behind the client has agreed to just this call
 * @param turn where what takes long is computed, a piece at a time
 * @param progress takes what part is done, from 0 to 1
 * @param cancelled whether the client has taken the call back; what writes goes on to its end
 */
public record ToolContext(
        Contents contents,
        Optional<Media> media,
        ProjectAccess place,
        Author author,
        String credential,
        boolean agreed,
        Turn turn,
        DoubleConsumer progress,
        BooleanSupplier cancelled) {
    /** How a write is made: tried out or not, and known again by its key. */
    public WriteOptions options(Arguments arguments, String tool) {
        WriteOptions options = arguments.flag("dry_run") ? WriteOptions.none().tried() : WriteOptions.none();
        return arguments
                .text("idempotency_key")
                .map(key -> options.marked(
                        new IdempotencyKey(credential, tool, hash(key), hash(Json.text(arguments.json()))).mark()))
                .orElse(options);
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Hashes.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }
}
