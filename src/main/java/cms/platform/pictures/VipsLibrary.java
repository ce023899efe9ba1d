package cms.platform.pictures;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the libvips of the system. */
final class VipsLibrary {
    private static final List<String> FOLDERS = List.of(
            "/usr/local/lib",
            "/usr/local/lib64",
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64",
            "/usr/lib",
            "/opt/homebrew/lib",
            "/opt/local/lib");
    private static final List<String> NAMES = List.of("libvips.so.42", "libvips.42.dylib");

    private VipsLibrary() {}

    /** @param given path from the settings, used before the usual folders */
    static Optional<Path> find(@Nullable Path given) {
        return given != null
                ? Optional.of(given)
                : FOLDERS.stream()
                        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                        .filter(Files::isRegularFile)
                        .findFirst();
    }
}
