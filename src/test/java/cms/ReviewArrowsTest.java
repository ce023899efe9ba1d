package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.SourceFiles.SourceFile;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The types of {@code cms.review} use each other in one direction, so that a change of one is not felt in a circle. */
class ReviewArrowsTest {
    private static final Pattern TEXT_OF_PEOPLE = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\"(?:\\\\.|[^\"\\\\])*\"");

    @Test
    void noTypeOfReviewUsesItselfByWayOfOthers() {
        List<SourceFile> files = SourceFiles.under(Path.of("src/main/java/cms/review")).stream()
                .filter(file -> file.packageName().equals("cms.review") && !file.isPackageInfo())
                .toList();
        Map<String, Set<String>> uses = new HashMap<>();
        for (SourceFile file : files) {
            String code =
                    TEXT_OF_PEOPLE.matcher(String.join("\n", file.lines())).replaceAll("");
            Set<String> used = new TreeSet<>();
            for (SourceFile other : files) {
                if (other != file
                        && Pattern.compile("(?<![.\\w])" + name(other) + "\\b")
                                .matcher(code)
                                .find()) {
                    used.add(name(other));
                }
            }
            uses.put(name(file), used);
        }
        assertThat(uses).containsKeys("Changes", "Reviews", "ReviewRoutes");
        assertThat(uses.keySet())
                .allSatisfy(name -> assertThat(reached(name, uses)).doesNotContain(name));
    }

    private static String name(SourceFile file) {
        return file.types().getFirst().name();
    }

    private static Set<String> reached(String from, Map<String, Set<String>> uses) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(uses.get(from));
        while (!next.isEmpty()) {
            String name = next.remove();
            if (reached.add(name)) {
                next.addAll(uses.get(name));
            }
        }
        return reached;
    }
}
