package cms.content.api;

import cms.git.CommitId;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Entries of one model in one locale, by id.
 *
 * @param commit what was looked at
 * @param locale the locale that was named or is meant
 * @param total how many fit the question, on all pages
 * @param next asks for the following page; empty at the end
 */
public record EntryPage(CommitId commit, String locale, List<Item> entries, int total, Optional<String> next) {
    public EntryPage {
        entries = List.copyOf(entries);
    }

    /**
     * One entry, document, singleton or dictionary.
     *
     * @param id an entry's id or a document's slug; empty text for the kinds without
     * @param data its members, as far as they were asked for
     * @param body a document's Markdown
     * @param tag what {@link WriteOptions#ifMatch} takes
     */
    public record Item(String id, ObjectNode data, Optional<String> body, ObjectNode meta, String tag) {}
}
