package cms.media.variant;

import cms.content.FormModels;
import cms.format.FieldDefinition;
import cms.platform.failure.Failure;
import cms.platform.files.FileKind;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of a field for the files that are uploaded for it (reference 1.2, 9). */
public final class FieldRules {
    private static final Pattern NAME = Pattern.compile("([^.]{1,100})\\.(.{1,200})");

    private final FormModels models;

    public FieldRules(FormModels models) {
        this.models = models;
    }

    /**
     * The field {@code <model>.<field>}; members of objects and items of lists follow after further points. Fails with
     * INVALID for a field that does not exist or takes no files.
     */
    public FieldDefinition require(ProjectAccess place, String named) {
        Matcher parts = NAME.matcher(named);
        if (!parts.matches()) {
            throw Failure.invalid("`field` must be <model>.<field>, for instance posts.cover.");
        }
        place.models().require(parts.group(1));
        FieldDefinition field = models.newest(place.project())
                .find(parts.group(1))
                .flatMap(model -> find(model.fields(), parts.group(2)))
                .orElseThrow(() -> Failure.invalid("`field` names no field of a model of this project."));
        boolean takesFiles = Set.of("image", "video", "file").contains(field.typeName());
        if (!takesFiles) {
            throw Failure.invalid("`field` names a field that takes no files.");
        }
        return field;
    }

    private static Optional<FieldDefinition> find(Map<String, FieldDefinition> fields, String path) {
        int point = path.indexOf('.');
        FieldDefinition field = fields.get(point < 0 ? path : path.substring(0, point));
        if (field == null) {
            return Optional.empty();
        }
        FieldDefinition inner = field.items().orElse(field);
        return point < 0 ? Optional.of(inner) : find(inner.fields(), path.substring(point + 1));
    }

    /** The sizes that the field asks for. */
    public static Optional<VariantMap> sizes(FieldDefinition field) {
        return Optional.ofNullable(field.raw().get("variants"))
                .filter(node -> !node.isNull())
                .map(VariantMap::parse);
    }

    /** @throws Failure INVALID for a file that the field does not accept */
    public static void require(FieldDefinition field, FileKind kind, long bytes) {
        List<String> accept = field.accept();
        boolean accepted = accept.isEmpty() || accept.stream().anyMatch(item -> takes(item, kind));
        if (!accepted) {
            throw Failure.invalid(
                    "This field takes " + String.join(", ", accept) + ", and the file is " + kind.contentType() + ".");
        }
        field.maxSize().ifPresent(most -> {
            if (bytes > most) {
                throw Failure.invalid("This field takes files of at most " + most + " bytes.");
            }
        });
    }

    private static boolean takes(String item, FileKind kind) {
        String wanted = item.toLowerCase(Locale.ROOT);
        if (wanted.startsWith(".")) {
            String extension = wanted.substring(1).replace("jpeg", "jpg");
            return extension.equals(kind.extension());
        }
        return wanted.endsWith("/*")
                ? kind.contentType().startsWith(wanted.substring(0, wanted.length() - 1))
                : wanted.equals(kind.contentType()) || wanted.equals("*");
    }
}
