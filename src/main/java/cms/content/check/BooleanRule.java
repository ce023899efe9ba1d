package cms.content.check;

/** {@code boolean}: true or false, and no words that stand for them. */
record BooleanRule() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.BOOLEAN;
    }
}
