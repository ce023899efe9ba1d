package cms.mcp.call;

import cms.access.Author;
import cms.content.Contents;
import cms.content.api.WriteOptions;
import cms.format.ModelDefinition;
import cms.media.Media;
import cms.platform.compute.Turn;
import cms.platform.crypto.Hashes;
import cms.platform.idempotency.IdempotencyKey;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * The caller, the project and the services of a tool call. One noun because every tool gets the same.
 *
 * @param media empty where it is off for the project
 * @param credential name of the key or grant, to which idempotency keys belong
 * @param tools the tools that the caller may call; an answer of one shows nothing that only another may show
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
        List<String> tools,
        boolean agreed,
        Turn turn,
        DoubleConsumer progress,
        BooleanSupplier cancelled) {
    /** The options of a write: a dry run or not, and its idempotency key. */
    public WriteOptions options(Arguments arguments, String tool) {
        WriteOptions options = arguments.flag("dry_run") ? WriteOptions.none().tried() : WriteOptions.none();
        return key(arguments, tool).map(key -> options.marked(key.mark())).orElse(options);
    }

    /** The identity of a call with an {@code idempotency_key}; empty for one without. */
    public Optional<IdempotencyKey> key(Arguments arguments, String operation) {
        return arguments
                .text("idempotency_key")
                .map(key -> new IdempotencyKey(
                        credential, operation, Hashes.sha256Hex(key), Hashes.sha256Hex(Json.text(arguments.json()))));
    }

    /** The locale of a call: the named one, else the project's default; empty for a model without translation. */
    public Optional<String> locale(ModelDefinition model, Optional<String> named) {
        return named.isPresent() || !model.i18n() ? named : contents.defaultLocale(place, Optional.empty());
    }

    /** Whether the caller may read stored entries. */
    public boolean mayRead() {
        return tools.contains("cms_content_list");
    }

    /** Whether the caller may know which models and locales the project has. */
    public boolean mayKnowModels() {
        return tools.contains("cms_status") || tools.contains("cms_describe");
    }
}
