package cms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RoomsTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z.]+)` \\| .*");

    /** Shown to fail where remote tools were built before billing. */
    @Test
    void roomsAreBuiltInTheOrderOfTheirTable() throws IOException {
        List<String> table = Files.readAllLines(Path.of("ARCHITECTURE.md")).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .map(row -> row.group(1))
                .toList();
        List<String> built = Arrays.stream(Rooms.class.getDeclaredFields())
                .map(RoomsTest::room)
                .filter(room -> table.contains(room) && !room.startsWith("platform."))
                .distinct()
                .toList();

        assertThat(built).hasSizeGreaterThan(15).isSubsetOf(table);
        assertThat(built)
                .isEqualTo(table.stream().filter(built::contains).distinct().toList());
    }

    /** The package of a field's type, that of the value where it is optional. */
    private static String room(Field field) {
        String type = field.getType() == Optional.class
                ? field.getGenericType().getTypeName().replaceAll(".*<(.*)>", "$1")
                : field.getType().getName();
        return type.substring(0, type.lastIndexOf('.')).replaceFirst("^cms\\.", "");
    }
}
