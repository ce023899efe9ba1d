package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.SourceFiles.SourceFile;
import cms.platform.config.Secret;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A record of many components that carries services, which no row, request or settings do, says why it is one noun. */
class RecordBudgetTest {
    private static final int COMPONENTS_MAX = 6;
    /** A row or a request may have a few values that are classes: a tree of files, a path. */
    private static final int SERVICES_MAX = 2;

    private static final String REASON = "One noun because ";
    private static final List<SourceFile> SOURCES = SourceFiles.under(Path.of("src/main/java"));

    @Test
    void aRecordOfManyServicesSaysWhyItIsOneNoun() {
        List<Class<?>> records = new ClassFileImporter()
                .importUrl(App.class.getProtectionDomain().getCodeSource().getLocation()).stream()
                        .filter(JavaClass::isRecord)
                        .<Class<?>>map(JavaClass::reflect)
                        .filter(RecordBudgetTest::isOverBudget)
                        .toList();
        assertThat(records).isNotEmpty();
        assertThat(records.stream().filter(record -> !documentation(record).contains(REASON)))
                .isEmpty();
    }

    private static boolean isOverBudget(Class<?> record) {
        RecordComponent[] components = record.getRecordComponents();
        return components.length > COMPONENTS_MAX
                && Stream.of(components)
                                .map(RecordComponent::getType)
                                .filter(RecordBudgetTest::isService)
                                .count()
                        > SERVICES_MAX;
    }

    /** Whether this is a class of ours that is no value. */
    private static boolean isService(Class<?> type) {
        return type.getName().startsWith("cms.")
                && !type.isRecord()
                && !type.isEnum()
                && !type.isSealed()
                && type != Secret.class;
    }

    /** The comment right before the record, on one line. */
    private static String documentation(Class<?> record) {
        Pattern declaration = Pattern.compile(
                "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+\\s*)*(?:(?:public|private|static) )*record "
                        + record.getSimpleName() + "\\b",
                Pattern.DOTALL);
        return SOURCES.stream()
                .filter(file -> file.packageName().equals(record.getPackageName()))
                .map(file -> declaration.matcher(String.join("\n", file.lines())))
                .map(match -> Optional.of(match).filter(Matcher::find).map(found -> found.group(1)))
                .flatMap(Optional::stream)
                .map(comment -> comment.replaceAll("\\s*\\n\\s*\\*?\\s*", " "))
                .findFirst()
                .orElse("");
    }
}
