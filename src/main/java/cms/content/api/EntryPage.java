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
     * A relation that an entry holds.
     *
     * @param field the path of its field in the model, such as {@code blocks[].author}
     * @param model the model that it points into
     * @param id the id or slug that it names, whether there is such an entry or not
     */
    public record Relation(String field, String model, String id) {}

    /**
     * An entry that was asked for by its id.
     *
     * @param locale the locale of the query, or the default one
     */
    public record One(String locale, Item item) {}

    /**
     * The end of a page of entries. A cursor belongs to its query: any other query refuses it, because it would go on
     * in the middle of another list. Ids have any length, as keys of a dictionary do, and cursors do not.
     *
     * @param last the id of the last entry of the page before, or the beginning of a long one
     * @param digest of the whole id, where that is a long one; else empty
     */
    public record Cursor(String last, String digest) {
        private static final int MARK_CHARS = 12;
        private static final int TEXT_CHARS_MAX = 1_000;

        /** Bytes of an id up to which a cursor holds all of it. */
        private static final int ID_BYTES_MAX = 300;

        private static final String LONG = "\nlong";
        private static final int BEGINNING_CHARS = 60;
        private static final int DIGEST_CHARS = 32;

        /** @param locale the locale of the query, or the default one */
        public static String after(EntryQuery question, String locale, String id) {
            boolean whole = id.getBytes(StandardCharsets.UTF_8).length <= ID_BYTES_MAX;
            String text =
                    whole ? mark(question, locale, "") + id : mark(question, locale, LONG) + digest(id) + beginning(id);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        private static String digest(String id) {
            return Hashes.sha256Hex(id).substring(0, DIGEST_CHARS);
        }

        private static String beginning(String id) {
            boolean splits = Character.isHighSurrogate(id.charAt(BEGINNING_CHARS - 1));
            return id.substring(0, splits ? BEGINNING_CHARS - 1 : BEGINNING_CHARS);
        }

        /**
         * The ids behind the cursor, of all that match the query in their order. Where a long id is gone, those that
         * begin as it did come once more.
         */
        public List<String> following(List<String> sorted) {
            List<String> later =
                    sorted.stream().filter(id -> id.compareTo(last) > 0).toList();
            for (int i = 0;
                    !digest.isEmpty() && i < later.size() && later.get(i).startsWith(last);
                    i++) {
                if (digest(later.get(i)).equals(digest)) {
                    return later.subList(i + 1, later.size());
                }
            }
            return later;
        }

        /** @throws Failure INVALID for a text that is not a cursor of this query */
        public static Cursor parse(EntryQuery question, String locale, String cursor) {
            try {
                if (cursor.length() <= TEXT_CHARS_MAX) {
                    String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                    if (text.startsWith(mark(question, locale, ""))) {
                        return new Cursor(text.substring(MARK_CHARS), "");
                    }
                    int head = MARK_CHARS + DIGEST_CHARS;
                    if (text.startsWith(mark(question, locale, LONG)) && text.length() > head) {
                        return new Cursor(text.substring(head), text.substring(MARK_CHARS, head));
                    }
                }
            } catch (IllegalArgumentException malformed) {
                throw foreign().causedBy(malformed);
            }
            throw foreign();
        }

        private static String mark(EntryQuery question, String locale, String form) {
            String asked = String.join(
                    "\n",
                    question.modelId(),
                    locale,
                    question.search().orElse(""),
                    question.status().map(Enum::name).orElse(""),
                    String.join(",", question.ids()));
            return Hashes.sha256Hex(asked + form).substring(0, MARK_CHARS);
        }

        private static Failure foreign() {
            return Failure.invalid("`cursor` is not the one of the page before; begin without it.");
        }
    }
}
