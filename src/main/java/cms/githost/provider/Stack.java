package cms.githost.provider;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The framework of a repository, looked for in this order (reference 3.5). */
public enum Stack {
    NUXT("content", "nuxt"),
    NEXT("content", "next"),
    ASTRO("src/content", "astro"),
    SVELTEKIT("src/content", "@sveltejs/kit"),
    REMIX("app/content", "@remix-run/react"),
    VUE("src/content", "vue"),
    REACT("src/content", "react"),
    FLUTTER("assets/content", null, "pubspec.yaml"),
    ANDROID("app/src/main/assets/content", null, "build.gradle", "build.gradle.kts", "settings.gradle"),
    IOS("Content", null, "Podfile", "Package.swift"),
    GO("content", null, "go.mod"),
    UNKNOWN("content", null);

    private final String contentFolder;
    private final @Nullable String packageName;
    private final Set<String> markerFiles;

    Stack(String contentFolder, @Nullable String packageName, String... markerFiles) {
        this.contentFolder = contentFolder;
        this.packageName = packageName;
        this.markerFiles = Set.of(markerFiles);
    }

    static Stack of(ScannedFiles files, Set<String> packages) {
        for (Stack stack : values()) {
            boolean depends = stack.packageName != null && packages.contains(stack.packageName);
            if (depends || stack.markerFiles.stream().anyMatch(files::hasFile)) {
                return stack;
            }
        }
        return UNKNOWN;
    }

    /** The name in answers: {@code nuxt}, ..., {@code unknown}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The usual folder of content with this framework. */
    public String contentFolder() {
        return contentFolder;
    }

    /** The language of its sources, where the framework determines it. */
    public Optional<String> language() {
        return switch (this) {
            case NUXT, NEXT, ASTRO, SVELTEKIT, REMIX, VUE, REACT -> Optional.of("JavaScript");
            case FLUTTER -> Optional.of("Dart");
            case ANDROID -> Optional.of("Kotlin");
            case IOS -> Optional.of("Swift");
            case GO -> Optional.of("Go");
            case UNKNOWN -> Optional.empty();
        };
    }
}
