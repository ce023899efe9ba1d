package cms.content.api;

import cms.git.CommitId;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Entries of one model in one locale, by id.
 *
 * @param commit the commit whose entries are listed
 * @param locale the locale of the query, or the default one
 * @param total how many entries match the query, on all pages
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
     * @param tag the entity tag for {@link WriteOptions#ifMatch}
     */
    public record Item(String id, ObjectNode data, Optional<String> body, ObjectNode meta, String tag) {}

    /**
     * An entry that was asked for by its id.
     *
     * @param locale the locale of the query, or the default one
     */
    public record One(String locale, Item item) {}

    /**
     * The end of a page of entries. A cursor belongs to its query: any other query refuses it, because it would go on
     * in the middle of another list.
     *
     * @param last the id of the last entry of the page before
     */
    public record Cursor(String last) {
        private static final int MARK_CHARS = 12;
        private static final int TEXT_CHARS_MAX = 1_000;

        /** @param locale the locale of the query, or the default one */
        public static String after(EntryQuery question, String locale, String id) {
            byte[] text = (mark(question, locale) + id).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
        }

        /** @throws Failure INVALID for a text that is not a cursor of this query */
        public static Cursor parse(EntryQuery question, String locale, String cursor) {
            try {
                if (cursor.length() <= TEXT_CHARS_MAX) {
                    String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                    if (text.startsWith(mark(question, locale))) {
                        return new Cursor(text.substring(MARK_CHARS));
                    }
                }
            } catch (IllegalArgumentException malformed) {
                throw foreign().causedBy(malformed);
            }
            throw foreign();
        }

        private static String mark(EntryQuery question, String locale) {
            String asked = String.join(
                    "\n",
                    question.modelId(),
                    locale,
                    question.search().orElse(""),
                    question.status().map(Enum::name).orElse(""),
                    String.join(",", question.ids()));
            return Hashes.sha256Hex(asked).substring(0, MARK_CHARS);
        }

        private static Failure foreign() {
            return Failure.invalid("`cursor` is not the one of the page before; begin without it.");
        }
    }
}
