package cms.githost.provider;

import cms.format.ContentPaths;
import cms.format.ProjectConfig;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of scanning a repository before it is connected (reference 3.5).
 *
 * @param hasContentDir whether it has {@code .cms/}
 * @param hasI18n whether it has several languages, by its configuration, packages or folders
 */
public record Scan(String defaultBranch, Stack stack, boolean hasContentDir, boolean hasI18n) {
    private static final int FILE_BYTES_MAX = 1024 * 1024;
    private static final Set<String> TRANSLATION_PACKAGES = Set.of(
            "@nuxtjs/i18n",
            "vue-i18n",
            "next-intl",
            "next-i18next",
            "i18next",
            "react-i18next",
            "react-intl",
            "astro-i18next",
            "svelte-i18n",
            "@inlang/paraglide-js",
            "remix-i18next");
    private static final List<String> TRANSLATION_FOLDERS = List.of(
            "locales",
            "i18n",
            "lang",
            "translations",
            "src/locales",
            "src/i18n",
            "src/lang",
            "public/locales",
            "messages");

    public static Scan of(String defaultBranch, ScannedFiles files) {
        Set<String> packages = packages(files);
        ContentPaths paths = ContentPaths.under("");
        boolean hasContentDir = files.hasFolder(".cms");
        return new Scan(defaultBranch, Stack.of(files, packages), hasContentDir, hasI18n(files, packages, paths));
    }

    private static boolean hasI18n(ScannedFiles files, Set<String> packages, ContentPaths paths) {
        Optional<ObjectNode> config = json(files, paths.config());
        return config.map(raw -> new ProjectConfig(raw).supportedLocales().size() > 1)
                        .orElse(false)
                || packages.stream().anyMatch(TRANSLATION_PACKAGES::contains)
                || TRANSLATION_FOLDERS.stream().anyMatch(files::hasFolder);
    }

    private static Set<String> packages(ScannedFiles files) {
        Set<String> names = new java.util.TreeSet<>();
        json(files, "package.json").ifPresent(manifest -> {
            for (String member : List.of("dependencies", "devDependencies")) {
                names.addAll(manifest.path(member).propertyNames());
            }
        });
        return names;
    }

    private static Optional<ObjectNode> json(ScannedFiles files, String path) {
        try {
            Optional<JsonNode> found = files.read(path, FILE_BYTES_MAX).map(Json::parse);
            return found.filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast);
        } catch (Failure unreadable) {
            // An unreadable file says nothing about the stack, and must not prevent connecting the repository.
            return Optional.empty();
        }
    }
}
