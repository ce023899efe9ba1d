package cms.media.asset;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The texts that people give an asset.
 *
 * @param alt alternative text of a picture; an empty text for a decorative one, null while none was given
 * @param altByLocale alternative texts by locale
 */
public record Words(@Nullable String alt, List<String> tags, Map<String, String> altByLocale) {
    private static final int ALT_CHARS_MAX = 2_000;
    private static final int TAGS_MAX = 50;
    private static final int TAG_CHARS_MAX = 100;
    private static final int LOCALES_MAX = 100;

    /** All words of one asset together, in UTF-8. */
    private static final int BYTES_MAX = 16_384;

    private static final Pattern LOCALE = Pattern.compile("[A-Za-z0-9]{2,8}(-[A-Za-z0-9]{1,8}){0,4}");

    public Words {
        tags = List.copyOf(tags);
        altByLocale = Map.copyOf(altByLocale);
    }

    /**
     * @param tags may repeat themselves and have blanks around
     * @throws Failure INVALID when there are too many words (code {@code media.words} for all of them together)
     */
    public static Words of(@Nullable String alt, List<String> tags) {
        return new Words(alt == null ? null : checkedAlt(alt, "alt"), checkedTags(tags), Map.of()).checked(0);
    }

    /** The tags of a form: parted by commas. */
    public static List<String> split(String tags) {
        return List.of(tags.split(","));
    }

    /** @throws Failure INVALID for a body whose words no asset can have */
    public static void check(Body body) {
        new Words(null, List.of(), Map.of()).mergedWith(body);
    }

    /**
     * These words with the changes that a body names: {@code alt}, {@code tags}, {@code altByLocale}.
     *
     * @throws Failure INVALID when there are too many words (code {@code media.words} where all of them together are
     *     too many and more than before)
     */
    public Words changedBy(Body body) {
        return mergedWith(body).checked(bytes());
    }

    private Words mergedWith(Body body) {
        String newAlt = body.isNull("alt")
                ? null
                : body.text("alt").map(text -> checkedAlt(text, "alt")).orElse(alt);
        List<String> newTags = body.texts("tags").map(Words::checkedTags).orElse(tags);
        Map<String, String> byLocale = new TreeMap<>(altByLocale);
        body.object("altByLocale").ifPresent(sent -> {
            for (String locale : sent.json().propertyNames()) {
                if (!LOCALE.matcher(locale).matches()) {
                    throw Failure.invalid("`altByLocale` has a member that is no locale, for instance de or pt-BR.");
                }
                JsonNode text = sent.json().get(locale);
                if (text.isNull()) {
                    byLocale.remove(locale);
                } else {
                    byLocale.put(locale, checkedAlt(sent.text(locale).orElseThrow(), "altByLocale." + locale));
                }
            }
        });
        if (byLocale.size() > LOCALES_MAX) {
            throw Failure.invalid("`altByLocale` must have at most " + LOCALES_MAX + " locales.");
        }
        return new Words(newAlt, newTags, byLocale);
    }

    /** With more tags. */
    public Words with(List<String> more) {
        List<String> all = new ArrayList<>(tags);
        all.addAll(more);
        return new Words(alt, checkedTags(all), altByLocale).checked(bytes());
    }

    /** Words from before the bound may be shortened step by step. */
    private Words checked(long bytesBefore) {
        long bytes = bytes();
        if (bytes > BYTES_MAX && bytes > bytesBefore) {
            throw Failure.invalid("`alt`, `altByLocale` and `tags` of one asset must have at most " + BYTES_MAX
                            + " bytes together; shorten them.")
                    .withCode("media.words");
        }
        return this;
    }

    private long bytes() {
        long bytes = alt == null ? 0 : bytes(alt);
        bytes += tags.stream().mapToLong(Words::bytes).sum();
        return bytes + altByLocale.values().stream().mapToLong(Words::bytes).sum();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    public static List<String> checkedTags(List<String> tags) {
        Set<String> once = new LinkedHashSet<>();
        for (String tag : tags) {
            String text = tag.replaceAll("\\p{Cntrl}", " ").strip();
            if (text.length() > TAG_CHARS_MAX) {
                throw Failure.invalid("A tag must have at most " + TAG_CHARS_MAX + " characters.");
            }
            if (!text.isEmpty()) {
                once.add(text);
            }
        }
        if (once.size() > TAGS_MAX) {
            throw Failure.invalid("`tags` must have at most " + TAGS_MAX + " tags.");
        }
        return List.copyOf(once);
    }

    private static String checkedAlt(String alt, String member) {
        if (alt.length() > ALT_CHARS_MAX) {
            throw Failure.invalid("`" + member + "` must have at most " + ALT_CHARS_MAX + " characters.");
        }
        if (alt.indexOf('\0') >= 0) {
            throw Failure.invalid("`" + member + "` contains a NUL character; leave it out.");
        }
        return alt.strip();
    }
}
