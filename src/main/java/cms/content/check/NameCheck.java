package cms.content.check;

import cms.content.api.Finding;
import cms.format.ContentNames;
import cms.format.ProjectConfig;
import java.util.List;

/** Whether the names under which content is saved are acceptable (reference 2.3, 2.4); findings, not failures. */
public final class NameCheck {
    /** Locales that a finding lists. */
    private static final int LOCALES_NAMED_MAX = 20;

    private NameCheck() {}

    /** The locale must look like one and be supported; the field of the finding is empty. */
    public static List<Finding> locale(FindingTarget subject, ProjectConfig config) {
        String locale = subject.locale();
        if (ContentNames.isLocale(locale) && config.supportedLocales().contains(locale)) {
            return List.of();
        }
        return List.of(subject.error(
                "",
                "The locale " + ValuePath.quoted(locale) + " is not one of " + named(config.supportedLocales()) + "."));
    }

    private static String named(List<String> locales) {
        int more = locales.size() - LOCALES_NAMED_MAX;
        return more <= 0
                ? String.join(", ", locales)
                : String.join(", ", locales.subList(0, LOCALES_NAMED_MAX)) + " and " + more + " more";
    }

    /** The entry's id, or the slug of a document; the field of the finding is {@code id} or {@code slug}. */
    public static List<Finding> key(FindingTarget subject) {
        if (subject.slug() != null && !ContentNames.isSlug(subject.slug())) {
            return List.of(subject.error(
                    "slug", "A slug has small letters and digits only, in groups joined by single hyphens."));
        }
        if (subject.entry() != null && !ContentNames.isEntryId(subject.entry())) {
            return List.of(subject.error(
                    "id", "An entry id has up to 40 letters, digits, _ and -, and begins with a letter or digit."));
        }
        return List.of();
    }
}
