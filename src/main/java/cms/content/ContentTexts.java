package cms.content;

import cms.content.snapshot.Snapshot;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.Tree;
import cms.project.Project;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Extracts the texts of content files, for rooms that search them; no rights are checked, as they act for no user. */
public final class ContentTexts {
    private static final int OF_FILE_MAX = 20_000;

    private final Snapshots snapshots;

    ContentTexts(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    /**
     * A text and its place in content.
     *
     * @param entryId of a document its slug, of a model with one entry the model
     * @param locale null where the model has none
     * @param field such as {@code meta.title} or {@code tags[2]}; {@code body} for the text of a document
     */
    public record Text(
            String modelId, String entryId, @Nullable String locale, String field, String text) {}

    /** The folder of the models of a project: a file below it changes where content lies. */
    public static String modelsFolder(Project project) {
        return ContentPaths.under(project.contentRoot()).models();
    }

    /** The wanted texts of those of the files that hold entries, by path; a file that does not exist has none. */
    public Map<String, List<Text>> of(Project project, Tree tree, Collection<String> paths, Predicate<String> wanted) {
        ContentPaths content = ContentPaths.under(project.contentRoot());
        Snapshot snapshot = snapshots.of(project, tree);
        Map<String, List<Text>> texts = new HashMap<>();
        for (String path : paths) {
            switch (content.locate(path, snapshot.models())) {
                case ContentPath.Entries(ModelDefinition model, String locale) -> {
                    Gathering found = new Gathering(model, locale, wanted);
                    snapshot.values(model, locale).ifPresent(found::values);
                    texts.put(path, found.texts);
                }
                case ContentPath.Document(ModelDefinition model, String slug, String locale) -> {
                    Gathering found = new Gathering(model, locale, wanted);
                    found.document(slug, snapshot.documents(model, locale).get(slug));
                    texts.put(path, found.texts);
                }
                default -> {}
            }
        }
        return texts;
    }

    /** Texts of one file. */
    private static final class Gathering {
        private final ModelDefinition model;
        private final @Nullable String locale;
        private final Predicate<String> wanted;
        private final List<Text> texts = new ArrayList<>();

        Gathering(ModelDefinition model, String locale, Predicate<String> wanted) {
            this.model = model;
            this.locale = locale.equals(ContentPaths.DATA) ? null : locale;
            this.wanted = wanted;
        }

        void values(ObjectNode values) {
            if (model.kind() == ModelKind.COLLECTION) {
                values.forEachEntry(this::members);
            } else {
                members(model.id(), values);
            }
        }

        void document(String slug, @Nullable MarkdownFile file) {
            if (file != null) {
                members(slug, file.frontmatter());
                text(slug, "body", file.body());
            }
        }

        private void members(String entryId, JsonNode entry) {
            if (entry instanceof ObjectNode object) {
                object.forEachEntry((field, value) -> value(entryId, field, value));
            }
        }

        private void value(String entryId, String field, JsonNode value) {
            if (value.isString()) {
                text(entryId, field, value.stringValue());
            } else if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    value(entryId, field + "[" + i + "]", value.get(i));
                }
            } else if (value instanceof ObjectNode object) {
                object.forEachEntry((member, nested) -> value(entryId, field + "." + member, nested));
            }
        }

        private void text(String entryId, String field, String text) {
            if (texts.size() < OF_FILE_MAX && wanted.test(text)) {
                texts.add(new Text(model.id(), entryId, locale, field, text));
            }
        }
    }
}
