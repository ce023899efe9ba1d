package cms.content.check;

/** {@code number}, {@code decimal}, {@code rating}: any number; a rating's range is declared, not implied. */
record PlainNumber() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.NUMBER;
    }
}
