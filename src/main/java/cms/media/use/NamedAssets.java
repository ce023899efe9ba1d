package cms.media.use;

import cms.content.ContentTexts;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the assets that texts of content name: a path, a whole URL, links and pictures in Markdown, {@code src} in
 * HTML.
 */
final class NamedAssets {
    /** The different assets of one text, and the uses in one file, that are known; more is nobody's page. */
    private static final int OF_TEXT_MAX = 1_000;

    static final int OF_FILE_MAX = 20_000;
    private static final Pattern PATH = Pattern.compile(
            "media/[a-z0-9-]{1,40}/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\\.[a-z0-9]{2,5}");

    private NamedAssets() {}

    /** The uses of assets in the texts of one file of a branch. */
    static List<Use> in(List<ContentTexts.Text> texts, String branch) {
        return texts.stream()
                .flatMap(text -> in(text, branch))
                .distinct()
                .limit(OF_FILE_MAX)
                .toList();
    }

    private static Stream<Use> in(ContentTexts.Text text, String branch) {
        return PATH.matcher(text.text())
                .results()
                .map(match -> match.group(1))
                .distinct()
                .limit(OF_TEXT_MAX)
                .map(id -> new Use(id, text.modelId(), text.entryId(), text.locale(), text.field(), branch));
    }
}
