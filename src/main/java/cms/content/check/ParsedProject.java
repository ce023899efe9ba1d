package cms.content.check;

import cms.content.api.HealthItem;
import cms.format.ContentFile;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A project as far as its health needs it: parsed files of one commit.
 *
 * <p>Content that did not change since an earlier view should be the same object again: then its report is taken over
 * from the earlier health instead of being made anew.
 */
public interface ParsedProject {
    /** The configuration; empty when there is no readable {@code config.json}. */
    Optional<ProjectConfig> config();

    Collection<ModelDefinition> models();

    /** A collection's map of entries, a singleton, or a dictionary; empty when there is no file. */
    Optional<ObjectNode> values(ModelDefinition model, String locale);

    /** Documents by slug; for a model without translation all of them whatever the locale. */
    Map<String, MarkdownFile> documents(ModelDefinition model, String locale);

    /** The values, or the documents where there are any; null for a model without content in this locale. */
    default @Nullable Object content(ModelDefinition model, String locale) {
        if (model.kind() != ModelKind.DOCUMENT) {
            return values(model, locale).orElse(null);
        }
        Map<String, MarkdownFile> documents = documents(model, locale);
        return documents.isEmpty() ? null : documents;
    }

    /** Files below the data directory that cannot be read. */
    List<ContentFile.Unreadable> unreadable();

    /** The locale of a translated model's content that such a file holds; empty where it holds none. */
    default Optional<String> localeOf(ContentFile.Unreadable file) {
        return Optional.empty();
    }

    /** The model that such a file is about, or {@link HealthItem#CONFIG}. */
    default String ownerOf(ContentFile.Unreadable file) {
        return HealthItem.CONFIG;
    }
}
