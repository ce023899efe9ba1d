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
 * The caller, the project and the services of a tool call. One noun because every tool gets the same.
 *
 * @param media empty where it is off for the project
 * @param credential name of the key or grant, to which idempotency keys belong
 * @param agreed whether the person behind the client has agreed to this call
 * @param turn runs long computations in pieces
 * @param progress takes the completed share, from 0 to 1
 * @param cancelled whether the client has cancelled the call; a write is completed all the same
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
    /** The options of a write: a dry run or not, and its idempotency key. */
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
