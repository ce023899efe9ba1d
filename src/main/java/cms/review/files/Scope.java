package cms.review.files;

import cms.access.AllowedLocales;
import cms.project.AllowedModels;
import cms.project.ProjectAccess;

/** The models and locales that a caller may see and change; {@link VisibleFiles} applies it to files. */
public record Scope(AllowedModels models, AllowedLocales locales) {
    public static Scope of(ProjectAccess place) {
        return new Scope(place.models(), place.locales());
    }

    /** The scope of all locales of these models. */
    public static Scope of(AllowedModels models) {
        return new Scope(models, AllowedLocales.all());
    }

    /** Equal for callers who see the same. */
    public String text() {
        return models.list() + " " + locales.list();
    }

    public boolean isAll() {
        return models.isAll() && locales.isAll();
    }
}
