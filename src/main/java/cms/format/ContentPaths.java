package cms.format;

import cms.format.ContentPath.Document;
import cms.format.ContentPath.DocumentMeta;
import cms.format.ContentPath.Elsewhere;
import cms.format.ContentPath.Entries;
import cms.format.ContentPath.Meta;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The paths of all files of content, and the meaning of a path (spec 2.5, reference 2.5).
 *
 * <p>All paths are relative to the repository, with {@code /}, without a leading one.
 */
public final class ContentPaths {
    /** Stands for the locale in files of models without translation. */
    public static final String DATA = "data";

    private static final Set<String> BLOCKED_SEGMENTS = Set.of("git~1", "node_modules", ".env", ".ci");
    private static final String JSON = ".json";
    private static final String MARKDOWN = ".md";

    /** Files of older writers that a fault names. */
    private static final int OLDER_NAMED = 3;

    private final String root;
    private final String home;

    private ContentPaths(String root) {
        this.root = root;
        this.home = root + ".cms/";
    }

    /** {@code contentRoot} is the sub-path that holds {@code .cms/}; empty or {@code /} for the repository itself. */
    public static ContentPaths under(String contentRoot) {
        String clean = strip(contentRoot.replace('\\', '/'));
        return new ContentPaths(clean.isEmpty() || clean.equals(".") ? "" : clean + "/");
    }

    /** The content root with a {@code /} at its end, or empty. */
    public String root() {
        return root;
    }

    /** The data directory with a {@code /} at its end. */
    public String home() {
        return home;
    }

    public String config() {
        return home + "config.json";
    }

    public String vocabulary() {
        return home + "vocabulary.json";
    }

    public String context() {
        return home + "context.json";
    }

    /** The folder of model files with a {@code /} at its end. */
    public String models() {
        return home + "models/";
    }

    public String model(String modelId) {
        return models() + modelId + JSON;
    }

    /** The folder of a model's content with a {@code /} at its end. */
    public String contentFolder(ModelDefinition model) {
        return model.contentPath()
                .map(path -> root + path + "/")
                .orElseGet(() -> home + "content/" + model.domain() + "/" + model.id() + "/");
    }

    /** The folder of a model's meta with a {@code /} at its end; {@code content_path} does not move it. */
    public String metaFolder(ModelDefinition model) {
        return home + "meta/" + model.id() + "/";
    }

    /** The file of a collection, singleton or dictionary; the locale does not matter without translation. */
    public String entries(ModelDefinition model, String locale) {
        return contentFolder(model) + localeOf(model, locale) + JSON;
    }

    public String document(ModelDefinition model, String slug, String locale) {
        String folder = contentFolder(model) + slug;
        return model.i18n() ? folder + "/" + locale + MARKDOWN : folder + MARKDOWN;
    }

    public String meta(ModelDefinition model, String locale) {
        return metaFolder(model) + localeOf(model, locale) + JSON;
    }

    public String documentMeta(ModelDefinition model, String slug, String locale) {
        return documentMetaFolder(model, slug) + localeOf(model, locale) + JSON;
    }

    /** The folder of a document's meta with a {@code /} at its end. */
    public String documentMetaFolder(ModelDefinition model, String slug) {
        return metaFolder(model) + slug + "/";
    }

    /**
     * Whether a file among the meta of a model without translation has the name that older writers gave it: that of the
     * default locale of their time (reference 2.5). It is never written.
     */
    public static boolean isOlderMeta(String name) {
        String locale = base(name, JSON);
        return locale != null && ContentNames.isLocale(locale);
    }

    /**
     * The names of the files in a folder that may hold the meta of a model without translation: {@code data.json},
     * without it that of the default locale (reference 2.5), and without both each that older writers may have written
     * under another default, so that a new default publishes no draft. With more than one nobody can tell which counts.
     */
    public static List<String> metaNames(Collection<String> names, String defaultLocale) {
        return Stream.of(DATA + JSON, defaultLocale + JSON)
                .filter(names::contains)
                .findFirst()
                .map(List::of)
                .orElseGet(
                        () -> names.stream().filter(ContentPaths::isOlderMeta).toList());
    }

    /** Where meta that older writers named after this default locale belongs; empty for every other path. */
    public Optional<String> properMeta(String path, ModelDefinition model, String defaultLocale) {
        boolean isOlder = !model.i18n() && path.endsWith("/" + defaultLocale + JSON);
        return switch (isOlder ? locate(path, model) : null) {
            case Meta at -> Optional.of(meta(model, at.locale()));
            case DocumentMeta at -> Optional.of(documentMeta(model, at.slug(), at.locale()));
            case null, default -> Optional.empty();
        };
    }

    /** The fault of missing meta where each of several files of older writers may hold it. */
    public static ContentFile.Unreadable unclearMeta(String path, List<String> names) {
        String some = String.join(" and ", names.subList(0, Math.min(names.size(), OLDER_NAMED)));
        return new ContentFile.Unreadable(
                path,
                0,
                "The file is missing, and nobody can tell whether " + some + " beside it says which entries are drafts."
                        + " Rename the one that counts to data.json and remove the others.");
    }

    /** The meaning of a path, given these models; meta of older writers counts as the meta file itself. */
    public ContentPath locate(String path, Collection<ModelDefinition> models) {
        if (path.equals(config())) {
            return new ContentPath.Config();
        }
        if (path.equals(vocabulary())) {
            return new ContentPath.Vocabulary();
        }
        if (path.equals(context())) {
            return new ContentPath.Context();
        }
        String modelId = path.startsWith(models()) ? base(path.substring(models().length()), JSON) : null;
        if (modelId != null) {
            return new ContentPath.Model(modelId);
        }
        for (ModelDefinition model : models) {
            ContentPath found = locate(path, model);
            if (found != null) {
                return found;
            }
        }
        return new Elsewhere();
    }

    /** The meaning of a path for one model; null when it is not a file of the model. */
    public @Nullable ContentPath locate(String path, ModelDefinition model) {
        String metaFolder = metaFolder(model);
        if (path.startsWith(metaFolder)) {
            return locateMeta(path.substring(metaFolder.length()), model);
        }
        String contentFolder = contentFolder(model);
        return path.startsWith(contentFolder) ? locateContent(path.substring(contentFolder.length()), model) : null;
    }

    private static @Nullable ContentPath locateContent(String rest, ModelDefinition model) {
        if (model.kind() != ModelKind.DOCUMENT) {
            String locale = locale(base(rest, JSON), model, false);
            return locale == null ? null : new Entries(model, locale);
        }
        if (!model.i18n()) {
            String slug = base(rest, MARKDOWN);
            return slug == null ? null : new Document(model, slug, DATA);
        }
        int slash = rest.indexOf('/');
        String locale = slash <= 0 ? null : locale(base(rest.substring(slash + 1), MARKDOWN), model, false);
        return locale == null ? null : new Document(model, rest.substring(0, slash), locale);
    }

    private static @Nullable ContentPath locateMeta(String rest, ModelDefinition model) {
        if (model.kind() != ModelKind.DOCUMENT) {
            String locale = locale(base(rest, JSON), model, true);
            return locale == null ? null : new Meta(model, locale);
        }
        int slash = rest.indexOf('/');
        String locale = slash <= 0 ? null : locale(base(rest.substring(slash + 1), JSON), model, true);
        return locale == null ? null : new DocumentMeta(model, rest.substring(0, slash), locale);
    }

    private static @Nullable String locale(@Nullable String name, ModelDefinition model, boolean fallback) {
        if (name == null) {
            return null;
        }
        boolean isLocale = ContentNames.isLocale(name);
        if (model.i18n()) {
            return isLocale ? name : null;
        }
        return name.equals(DATA) || (fallback && isLocale) ? DATA : null;
    }

    private static @Nullable String base(String name, String ending) {
        boolean plain = name.endsWith(ending) && name.length() > ending.length() && name.indexOf('/') < 0;
        return plain ? name.substring(0, name.length() - ending.length()) : null;
    }

    private static String localeOf(ModelDefinition model, String locale) {
        return model.i18n() ? locale : DATA;
    }

    /**
     * A {@code content_path} in its plain form, or null when content may not lie there: outside the root, in folders of
     * Git, secrets or packages, or among the other files of the data directory (spec 2.5, reference 1.4).
     */
    static @Nullable String cleanContentPath(String stated) {
        String path = stated.replace('\\', '/');
        if (path.startsWith("/") || path.contains("//")) {
            return null;
        }
        path = strip(path);
        List<String> segments = List.of(path.toLowerCase(Locale.ROOT).split("/"));
        boolean safe = segments.stream().allMatch(ContentPaths::isSafe);
        boolean beside = segments.getFirst().equals(".cms")
                && (segments.size() < 2 || !segments.get(1).equals("content"));
        return safe && !beside ? path : null;
    }

    /**
     * Whether a folder of this name may be one of those in which content lies, however its letters are written (spec
     * 2.5).
     */
    public static boolean mayHoldContent(String folder) {
        return isSafe(folder.toLowerCase(Locale.ROOT));
    }

    private static boolean isSafe(String segment) {
        return ContentNames.isSafeSegment(segment)
                && !BLOCKED_SEGMENTS.contains(segment)
                && !segment.startsWith(".git")
                && !segment.endsWith(".")
                && !segment.endsWith(" ")
                && segment.codePoints().noneMatch(c -> Character.getType(c) == Character.FORMAT);
    }

    private static String strip(String path) {
        int start = 0;
        int end = path.length();
        while (start < end && path.charAt(start) == '/') {
            start++;
        }
        while (end > start && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(start, end);
    }
}
