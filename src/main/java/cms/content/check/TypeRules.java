package cms.content.check;

import cms.format.FieldDefinition;
import cms.format.FieldType;

/** The table from field type to rule; the one place that names all 27. */
final class TypeRules {
    private TypeRules() {}

    static TypeRule of(FieldType type, FieldDefinition field) {
        return switch (type) {
            case STRING, TEXT, CODE, ICON, MARKDOWN, RICHTEXT -> new PlainText();
            case EMAIL -> new EmailRule();
            case URL -> new UrlRule();
            case SLUG -> new SlugRule();
            case COLOR -> new ColorRule();
            case PHONE -> new PhoneRule();
            case NUMBER, DECIMAL, RATING -> new PlainNumber();
            case INTEGER -> new IntegerRule();
            case PERCENT -> new PercentRule();
            case BOOLEAN -> new BooleanRule();
            case DATE -> new DateRule();
            case DATETIME -> new DateTimeRule();
            case IMAGE, VIDEO, FILE -> new MediaRule(field.accept());
            case RELATION -> new RelationRule(field.models());
            case RELATIONS -> new RelationsRule(new RelationRule(field.models()));
            case SELECT -> new SelectRule(field.options());
            case ARRAY -> new ArrayRule(field.items().map(FieldCheck::new).orElse(null));
            case OBJECT ->
                new ObjectRule(
                        field.fields().values().stream().map(FieldCheck::new).toList());
        };
    }
}
