package cms.content.check;

/** {@code string}, {@code text}, {@code code}, {@code icon}, {@code markdown}, {@code richtext}: any string. */
record PlainText() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }
}
