package cms.content.check;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * {@code image}, {@code video}, {@code file}: an address or a stored path, whose file extension is checked against
 * {@code accept}; a warning. Unknown extensions are not checked.
 */
final class MediaRule implements TypeRule {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("jpg", "image/jpeg"),
            Map.entry("jpeg", "image/jpeg"),
            Map.entry("png", "image/png"),
            Map.entry("gif", "image/gif"),
            Map.entry("webp", "image/webp"),
            Map.entry("avif", "image/avif"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("bmp", "image/bmp"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("tiff", "image/tiff"),
            Map.entry("mp4", "video/mp4"),
            Map.entry("webm", "video/webm"),
            Map.entry("mov", "video/quicktime"),
            Map.entry("ogv", "video/ogg"),
            Map.entry("mp3", "audio/mpeg"),
            Map.entry("wav", "audio/wav"),
            Map.entry("ogg", "audio/ogg"),
            Map.entry("m4a", "audio/mp4"),
            Map.entry("pdf", "application/pdf"),
            Map.entry("zip", "application/zip"),
            Map.entry("json", "application/json"),
            Map.entry("txt", "text/plain"),
            Map.entry("csv", "text/csv"),
            Map.entry("md", "text/markdown"),
            Map.entry("doc", "application/msword"),
            Map.entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            Map.entry("xls", "application/vnd.ms-excel"),
            Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"));

    /**
     * Extensions that an upload may have had before it was stored as WebP; its own type was checked when it was
     * uploaded.
     */
    private static final List<String> UPLOADED_AS_WEBP = List.of("webp", "jpg", "jpeg", "png", "gif", "avif");

    /** In small letters and sorted, so that one of many is found without a look at each. */
    private final List<String> accepted;

    private final String named;

    MediaRule(List<String> accept) {
        this.accepted = accept.stream()
                .map(item -> item.toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
        this.named = ValuePath.quoted(accept);
    }

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        Optional<String> extension = extension(value.stringValue());
        String type = extension.map(TYPES::get).orElse(null);
        if (type == null || accepted.isEmpty()) {
            return;
        }
        boolean remade = extension.get().equals("webp") && value.stringValue().startsWith("media/");
        List<String> kinds = remade ? UPLOADED_AS_WEBP : List.of(extension.get());
        if (kinds.stream().noneMatch(this::accepts)) {
            at.warning("A file of the type " + type + " is not accepted here, only " + named + ".");
        }
    }

    private boolean accepts(String extension) {
        String type = TYPES.getOrDefault(extension, "");
        String family = type.substring(0, type.indexOf('/') + 1) + "*";
        return Stream.of("*", "*/*", "." + extension, family, type)
                .anyMatch(item -> Collections.binarySearch(accepted, item) >= 0);
    }

    /** The extension of the last path segment, in small letters, without query and fragment. */
    private static Optional<String> extension(String address) {
        String path = address.split("[?#]", 2)[0];
        String file = path.substring(path.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(file.substring(dot + 1).toLowerCase(Locale.ROOT));
    }
}
