package cms.web;

import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The files of the built studio in the jar, by name: {@code manifest.json} lists them, and no other file is read. Each
 * is read at its first request, and compressed when a form is first requested.
 */
final class Assets {
    private static final String FOLDER = "/studio/";
    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, String> typesByName;
    private final Map<String, BundleFile> read = new ConcurrentHashMap<>();

    private Assets(Map<String, String> typesByName) {
        this.typesByName = Map.copyOf(typesByName);
    }

    /** The files; empty where the jar was made without a studio. */
    static Optional<Assets> ofJar() {
        return bytes("manifest.json").map(manifest -> {
            Map<String, String> types = new HashMap<>();
            for (JsonNode name : Json.parse(manifest).path("assets")) {
                String file = name.asString();
                types.put(
                        file,
                        TYPES.getOrDefault(file.substring(file.lastIndexOf('.') + 1), "application/octet-stream"));
            }
            return new Assets(types);
        });
    }

    Optional<BundleFile> find(String name) {
        @Nullable String type = typesByName.get(name);
        return type == null
                ? Optional.empty()
                : Optional.of(read.computeIfAbsent(
                        name, file -> new BundleFile(type, bytes(file).orElseThrow())));
    }

    /** The page of all paths of the studio, with placeholders for its variable parts. */
    String page() {
        return new String(bytes("index.html").orElseThrow(), StandardCharsets.UTF_8);
    }

    private static Optional<byte[]> bytes(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(FOLDER + name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
