package cms.content.check;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * {@code image}, {@code video}, {@code file}: an address or a stored path, whose file extension is checked against
 * {@code accept}; a warning. Unknown extensions are not checked.
 */
record MediaRule(List<String> accept) implements TypeRule {
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

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        Optional<String> extension = extension(value.stringValue());
        String type = extension.map(TYPES::get).orElse(null);
        if (type == null || accept.isEmpty()) {
            return;
        }
        boolean remade = extension.get().equals("webp") && value.stringValue().startsWith("media/");
        List<String> kinds = remade ? UPLOADED_AS_WEBP : List.of(extension.get());
        boolean accepted = accept.stream()
                .map(item -> item.toLowerCase(Locale.ROOT))
                .anyMatch(item -> kinds.stream().anyMatch(each -> accepts(item, each, type(each))));
        if (!accepted) {
            at.warning("A file of the type " + type + " is not accepted here, only "
                    + ValuePath.quoted(String.join(", ", accept)) + ".");
        }
    }

    private static String type(String extension) {
        return TYPES.getOrDefault(extension, "");
    }

    private static boolean accepts(String item, String extension, String type) {
        if (item.startsWith(".")) {
            return item.substring(1).equals(extension);
        }
        if (item.equals("*") || item.equals("*/*")) {
            return true;
        }
        return item.endsWith("/*") ? type.startsWith(item.substring(0, item.length() - 1)) : item.equals(type);
    }

    /** The extension of the last path segment, in small letters, without query and fragment. */
    private static Optional<String> extension(String address) {
        String path = address.split("[?#]", 2)[0];
        String file = path.substring(path.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(file.substring(dot + 1).toLowerCase(Locale.ROOT));
    }
}
