package cms.media.asset;

import cms.media.use.SeenUses;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A filter and an order of assets.
 *
 * @param where conditions in SQL, each behind an {@code AND}
 * @param values the parameters of the conditions
 */
public record AssetFilter(String where, Map<String, Object> values, String order, int page, int limit) {
    public static final int PAGE_ROWS = 20;
    public static final int PAGE_ROWS_OF_KEYS = 50;
    /** The query parameters of a list of assets, for the end of its path. */
    public static final String QUERY = "{?page,limit,search,tags,contentType,type,contentHash,unused,missingAlt,sort}";

    private static final int PAGE_ROWS_MAX = 100;
    private static final int PAGES_MAX = 1_000_000;
    private static final String WORDS = "words";
    private static final int WORDS_CHARS_MAX = 200;
    private static final String SEEN = " AND 1 = 1"; // stands for the uses that count

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern LOCALE = Pattern.compile("[A-Za-z0-9]{2,8}(-[A-Za-z0-9]{1,8}){0,4}");

    /** Whether it searches texts. */
    boolean isByWords() {
        return values.containsKey(WORDS);
    }

    /** Whether it asks what content uses. */
    public boolean isByUses() {
        return where.contains(SEEN);
    }

    /** The same for a caller that may not see all uses: what only others use counts as unused. */
    public AssetFilter seeing(SeenUses seen) {
        Map<String, Object> all = new LinkedHashMap<>(values);
        all.putAll(seen.values());
        return new AssetFilter(where.replace(SEEN, seen.where()), all, order, page, limit);
    }

    public long offset() {
        return (page - 1L) * limit;
    }

    /** The filter of a search by words, newest first. */
    public static AssetFilter search(String words, List<String> tags, Optional<String> type, int page, int limit) {
        Conditions conditions = new Conditions();
        conditions.words(words);
        conditions.tags(tags);
        type.ifPresent(conditions::type);
        return conditions.filter("newest", Math.clamp(page, 1, PAGES_MAX), Math.clamp(limit, 1, PAGE_ROWS_MAX));
    }

    /** @throws Failure INVALID for a filter that does not exist; page and limit are brought into their bounds */
    public static AssetFilter of(Request request, int rows) {
        Conditions conditions = new Conditions();
        request.query("search").ifPresent(conditions::words);
        request.query("tags").map(Words::split).ifPresent(conditions::tags);
        request.query("contentType").or(() -> request.query("type")).ifPresent(conditions::type);
        request.query("contentHash").ifPresent(conditions::hash);
        if (request.flag("unused")) {
            conditions.unused();
        }
        request.query("missingAlt").filter(text -> !text.equals("false")).ifPresent(conditions::missingAlt);
        return conditions.filter(
                request.query("sort").orElse("newest"),
                request.clamped("page", 1, PAGES_MAX),
                request.clamped("limit", rows, PAGE_ROWS_MAX));
    }

    /** Collects conditions. */
    private static final class Conditions {
        private final StringBuilder where = new StringBuilder();
        private final Map<String, Object> values = new LinkedHashMap<>();

        void words(String words) {
            if (words.length() > WORDS_CHARS_MAX) {
                throw Failure.invalid("`search` must have at most " + WORDS_CHARS_MAX + " characters.");
            }
            if (!words.isBlank()) {
                add(
                        "found_by LIKE :words ESCAPE '!'",
                        WORDS,
                        "%" + literal(words.strip().toLowerCase(Locale.ROOT)) + "%");
            }
        }

        void tags(List<String> tags) {
            List<String> any = new ArrayList<>();
            for (String tag : Words.checkedTags(tags)) {
                String name = "tag" + any.size();
                any.add("REPLACE(tags, :" + name + ", '') <> tags"); // LIKE ignores case on SQLite alone
                values.put(name, "\n" + tag + "\n");
            }
            if (!any.isEmpty()) {
                where.append(" AND (").append(String.join(" OR ", any)).append(')');
            }
        }

        void type(String prefix) {
            add(
                    "content_type LIKE :type ESCAPE '!'",
                    "type",
                    literal(prefix.strip().toLowerCase(Locale.ROOT)) + "%");
        }

        void hash(String hash) {
            if (!HASH.matcher(hash).matches()) {
                throw Failure.invalid("`contentHash` must be a SHA-256 in 64 lower-case hexadecimal digits.");
            }
            add("content_hash = :hash", "hash", hash);
        }

        void unused() {
            where.append(
                    " AND NOT EXISTS (SELECT 1 FROM media_uses used WHERE used.project_id = media_assets.project_id"
                            + " AND used.asset_id = media_assets.id" + SEEN + ")");
        }

        void missingAlt(String which) {
            where.append(" AND content_type LIKE 'image/%'");
            if (which.equals("true")) {
                where.append(" AND alt IS NULL");
            } else if (LOCALE.matcher(which).matches()) {
                add("REPLACE(alt_by_locale, :missing, '') = alt_by_locale", "missing", "\"" + which + "\":");
            } else {
                throw Failure.invalid("`missingAlt` must be true or a locale, for instance de.");
            }
        }

        AssetFilter filter(String sort, int page, int limit) {
            String order = switch (sort) {
                case "newest" -> "created_at DESC, id DESC";
                case "oldest" -> "created_at, id";
                case "name" -> "filename, id";
                case "size" -> "size DESC, id DESC";
                default -> throw Failure.invalid("`sort` must be newest, oldest, name or size.");
            };
            return new AssetFilter(where.toString(), values, order, page, limit);
        }

        private void add(String condition, String name, Object value) {
            where.append(" AND ").append(condition);
            values.put(name, value);
        }

        /** The text escaped for LIKE, without wildcards. */
        private static String literal(String text) {
            return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
        }
    }
}
