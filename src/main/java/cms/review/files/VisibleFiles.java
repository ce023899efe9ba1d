package cms.review.files;

import cms.access.Capability;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.FileChange;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Tells which changed files a caller may see: those of the caller's models, with content in the caller's locales or in
 * no locale.
 */
public final class VisibleFiles {
    private final ContentPaths paths;
    private final Collection<ModelDefinition> models;
    private final Scope allowed;

    public VisibleFiles(ContentPaths paths, Collection<ModelDefinition> models, Scope allowed) {
        this.paths = paths;
        this.models = models;
        this.allowed = allowed;
    }

    public boolean covers(FileChange change) {
        return covers(change.path());
    }

    /**
     * Whether a caller may see a change of a file and decide about it. The configuration and the vocabulary belong to
     * the project as a whole: only a caller who may see all of it decides about them (decision 59).
     */
    public boolean covers(String path) {
        if (allowed.isAll()) {
            return true;
        }
        if (path.equals(paths.config()) || path.equals(paths.vocabulary())) {
            return false;
        }
        boolean modelCovered = allowed.models().isAll()
                || model(path).filter(allowed.models()::allows).isPresent();
        return modelCovered
                && (allowed.locales().isAll()
                        || paths.locate(path, models)
                                .findLocale()
                                .map(allowed.locales()::allows)
                                .orElse(true));
    }

    public boolean covers(List<FileChange> changes) {
        return changes.stream().allMatch(this::covers);
    }

    /** The capability that a change of a file needs, in whichever way it is made. */
    public Capability needed(FileChange change) {
        return switch (paths.locate(change.path(), models)) {
            case ContentPath.Model model -> change.newBlob() == null ? Capability.DELETE_MODEL : Capability.SAVE_MODEL;
            case ContentPath.Config config -> Capability.EDIT_CONFIG;
            case ContentPath.Vocabulary terms -> Capability.EDIT_VOCABULARY;
            case ContentPath.Entries entries -> Capability.SAVE_CONTENT;
            case ContentPath.Document document -> Capability.SAVE_CONTENT;
            case ContentPath.Meta meta -> Capability.SAVE_CONTENT;
            case ContentPath.DocumentMeta meta -> Capability.SAVE_CONTENT;
            case ContentPath.Context context -> Capability.SAVE_CONTENT;
            case ContentPath.Elsewhere elsewhere -> Capability.SAVE_CONTENT;
        };
    }

    /** The model whose content a file holds; empty for a model's definition. */
    public Optional<String> contentOf(String path) {
        return paths.locate(path, models) instanceof ContentPath.Model ? Optional.empty() : model(path);
    }

    /** The model that a file belongs to; configuration, vocabulary and foreign files belong to none. */
    public Optional<String> model(String path) {
        return paths.locate(path, models).findModelId();
    }
}
