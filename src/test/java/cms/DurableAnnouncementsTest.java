package cms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Rows keep the name of a durable listener and the members of what is announced to it, also across an update: one that
 * is called otherwise loses what waits. {@code announcements.txt} holds both as they are in rows.
 */
class DurableAnnouncementsTest {
    private static final Pattern LISTENER = Pattern.compile("\\.after\\(\\s*([A-Z]\\w*)\\.class,\\s*\"([a-z.-]+)\"");

    @Test
    void namesOfDurableListenersAndMembersOfAnnouncementsStayAsRowsHaveThem() throws IOException {
        List<SourceFiles.SourceFile> files = SourceFiles.under(Path.of("src/main/java"));
        Map<String, SourceFiles.SourceFile> byName = files.stream()
                .filter(file -> !file.isPackageInfo())
                .collect(Collectors.toMap(
                        file -> file.path().getFileName().toString().replace(".java", ""),
                        Function.identity(),
                        (one, other) -> one));
        Set<String> inCode = new TreeSet<>();
        for (SourceFiles.SourceFile file : files) {
            LISTENER.matcher(String.join("\n", file.lines()))
                    .results()
                    .forEach(call -> inCode.add(
                            call.group(2) + " | " + call.group(1) + " | " + members(type(byName, call.group(1)))));
        }
        assertThat(inCode)
                .as("add lines for new listeners, add members; never change or remove what stands there")
                .isEqualTo(Files.readAllLines(Path.of("src/test/resources/announcements.txt")).stream()
                        .filter(line -> !line.startsWith("#"))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Class<?> type(Map<String, SourceFiles.SourceFile> byName, String name) {
        SourceFiles.SourceFile file = byName.get(name);
        try {
            return Class.forName((file == null ? "" : file.packageName() + ".") + name);
        } catch (ClassNotFoundException absent) {
            throw new AssertionError("An announcement has a file of its own: " + name, absent);
        }
    }

    private static String members(Class<?> announcement) {
        return Arrays.stream(announcement.getRecordComponents())
                .map(DurableAnnouncementsTest::member)
                .collect(Collectors.joining(", "));
    }

    private static String member(RecordComponent member) {
        return member.getName() + " "
                + (member.getType().isRecord()
                        ? "{ " + members(member.getType()) + " }"
                        : member.getGenericType().getTypeName().replaceAll("[a-z]+\\.", ""));
    }
}
