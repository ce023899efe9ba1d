package cms.content.entry;

import cms.content.check.FindingTarget;
import cms.content.check.NameCheck;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.ContentNames;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.platform.failure.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The content that a change is about: a model, and the locale that was named, if any. */
public record ModelLocale(String modelId, Optional<String> locale) {
    /**
     * The named locale; where none is named {@link ContentNames#DEFAULT_LOCALE}, and for a model without translation
     * the default locale of the project.
     */
    public String localeIn(Snapshot snapshot, ModelContent content) {
        String unnamed = content.model().i18n()
                ? ContentNames.DEFAULT_LOCALE
                : snapshot.settings().defaultLocale();
        return locale.orElse(unnamed);
    }

    /** The locale in the name of a branch. */
    String topic(Snapshot snapshot) {
        return snapshot.find(modelId)
                .map(content -> localeIn(snapshot, content))
                .orElse(locale.orElse(ContentNames.DEFAULT_LOCALE));
    }

    /** @throws Failure NOT_FOUND for an unknown model */
    public ModelContent content(Snapshot snapshot) {
        return snapshot.find(modelId)
                .orElseThrow(() -> Failure.notFound("There is no model " + modelId + " in this project."));
    }

    /** The only edit of a write, as {@link #edit(Snapshot, ParsedFiles, WriteChecks)} makes it. */
    public Edit edit(Snapshot snapshot, ParsedFiles files) {
        return edit(snapshot, files, new WriteChecks());
    }

    /** An edit of this content, with an error when the project does not have the locale. */
    Edit edit(Snapshot snapshot, ParsedFiles files, WriteChecks checks) {
        ModelContent content = content(snapshot);
        Edit edit = new Edit(snapshot, files, content, localeIn(snapshot, content), checks);
        content.model()
                .blockedContentPath()
                .ifPresent(blocked -> edit.addFindings(
                        List.of(FindingTarget.whole(modelId, edit.locale()).error("content_path", blocked))));
        if (content.model().i18n() || locale.isPresent()) {
            edit.addFindings(NameCheck.locale(FindingTarget.whole(modelId, edit.locale()), snapshot.settings()));
        }
        return edit;
    }

    /**
     * Whether a relation from content of this locale finds its entry: in the same locale or in the default one
     * (reference 1.3). True for a missing model, which is a fault of the definition.
     */
    public static boolean isTarget(Snapshot snapshot, String locale, String modelId, String ref) {
        String fallback = snapshot.settings().defaultLocale();
        return snapshot.find(modelId)
                .map(target -> target.model().i18n()
                        ? target.in(locale).has(ref) || target.in(fallback).has(ref)
                        : target.in(fallback).has(ref))
                .orElse(true);
    }

    /**
     * A singleton or dictionary is one thing, which callers name by its model, its locale, its kind, or {@code data}.
     *
     * @throws Failure NOT_FOUND with those of the keys that do not exist
     */
    static void requirePresent(Edit edit, List<String> keys) {
        List<String> unknown = new ArrayList<>();
        switch (edit.model().kind()) {
            case COLLECTION, DOCUMENT -> {
                Set<String> present = edit.current().keys();
                keys.stream().filter(key -> !present.contains(key)).forEach(unknown::add);
            }
            case SINGLETON, DICTIONARY -> {
                ModelDefinition model = edit.model();
                List<String> names = edit.current().present()
                        ? List.of(model.id(), edit.locale(), model.kind().wireName(), ContentPaths.DATA)
                        : List.of();
                keys.stream().filter(key -> !names.contains(key)).forEach(unknown::add);
            }
        }
        refuse(unknown);
    }

    static void refuse(List<String> unknown) {
        if (!unknown.isEmpty()) {
            throw Failure.notFound(
                            "There are no such entries in this model and locale: " + String.join(", ", unknown) + ".")
                    .withData(Map.of("entryIds", unknown));
        }
    }
}
