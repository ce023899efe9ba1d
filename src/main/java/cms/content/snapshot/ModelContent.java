package cms.content.snapshot;

import cms.content.check.EntryCheck;
import cms.format.ContentFile.Unreadable;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.TreeId;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A model with everything written in it, locale by locale; immutable. */
public final class ModelContent {
    private final ModelDefinition model;
    private final Origin origin;
    private final Map<String, LocaleContent> locales;
    private final ModelSources sources;
    private final LazyCheck check;

    /** The folders and the default locale that the content was read with; equal origins have equal content. */
    record Origin(Optional<TreeId> contentFolder, Optional<TreeId> metaFolder, String defaultLocale) {}

    /**
     * The files that were read.
     *
     * @param strayMeta meta files that belong to no content
     * @param bytes the size of all of them together
     * @param heldBytes about how many bytes of the heap they take
     */
    record ModelSources(List<Unreadable> unreadable, List<String> strayMeta, long bytes, long heldBytes) {
        ModelSources {
            unreadable = List.copyOf(unreadable);
            strayMeta = List.copyOf(strayMeta);
        }
    }

    /** The compiled checks, made when first needed and kept as long as the model stays the same. */
    private static final class LazyCheck {
        private volatile @Nullable EntryCheck made;

        EntryCheck get(ModelDefinition model) {
            EntryCheck known = made;
            if (known == null) {
                known = new EntryCheck(model);
                made = known;
            }
            return known;
        }
    }

    ModelContent(
            ModelDefinition model,
            Origin origin,
            Map<String, LocaleContent> locales,
            ModelSources sources,
            @Nullable ModelContent earlier) {
        this.model = model;
        this.origin = origin;
        this.locales = java.util.Collections.unmodifiableMap(new TreeMap<>(locales));
        this.sources = sources;
        this.check = earlier != null && earlier.model == model ? earlier.check : new LazyCheck();
    }

    public ModelDefinition model() {
        return model;
    }

    Origin origin() {
        return origin;
    }

    /** The content by locale, sorted; that of a model without translation stands under the default locale. */
    public Map<String, LocaleContent> locales() {
        return locales;
    }

    /** The content in one locale, which may be empty; the locale does not matter for a model without translation. */
    public LocaleContent in(String locale) {
        String key = model.i18n() ? locale : origin.defaultLocale();
        LocaleContent found = locales.get(key);
        return found == null ? LocaleContent.nothing(model) : found;
    }

    public EntryCheck check() {
        return check.get(model);
    }

    public List<Unreadable> unreadable() {
        return sources.unreadable();
    }

    /** Meta files that belong to no content. */
    List<String> strayMeta() {
        return sources.strayMeta();
    }

    /** The bytes of the files that the content was read from. */
    public long sourceBytes() {
        return sources.bytes();
    }

    /** About how many bytes of the heap the files take. */
    long heldBytes() {
        return sources.heldBytes();
    }

    /** The members of every entry in every locale; a singleton or dictionary is one. */
    public List<ObjectNode> entries() {
        List<ObjectNode> entries = new ArrayList<>();
        for (LocaleContent content : locales.values()) {
            content.documents().values().forEach(file -> entries.add(file.frontmatter()));
            content.values().ifPresent(values -> {
                if (model.kind() == ModelKind.COLLECTION) {
                    values.forEach(entry -> entries.add(entry instanceof ObjectNode object ? object : Json.object()));
                } else {
                    entries.add(values);
                }
            });
        }
        return entries;
    }

    public int count() {
        return locales.values().stream().mapToInt(LocaleContent::count).sum();
    }
}
