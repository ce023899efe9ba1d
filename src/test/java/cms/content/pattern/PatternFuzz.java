package cms.content.pattern;

import cms.fuzz.Allocation;
import java.nio.charset.StandardCharsets;

/**
 * Any pattern on any text gives a verdict within its budget, and a pattern that is found stays found when text is put
 * around it, unless it asks about the edges. Lies beside the engine because the budget is not for other rooms.
 */
public final class PatternFuzz {
    private static final long STEPS = 100_000;
    /** Of the heap: for each step of a search and each character of a pattern, and for what every search has. */
    private static final long PER_STEP = 200;

    private static final long PER_CHARACTER = 20_000;
    private static final long ANYWAY = 1 << 20;
    private static final String EDGES = "^$\\(";

    private PatternFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        String input = new String(data, StandardCharsets.ISO_8859_1);
        int middle = Math.max(0, input.indexOf('\n'));
        String source = input.substring(0, middle);
        String text = input.substring(middle);
        EcmaPattern.Parsed parsed =
                Allocation.within(ANYWAY + PER_CHARACTER * source.length(), () -> EcmaPattern.parse(source));
        if (parsed instanceof EcmaPattern.Valid valid) {
            EcmaPattern.SearchResult alone = Allocation.within(
                    ANYWAY + PER_STEP * STEPS, () -> valid.pattern().search(text, new Budget(STEPS)));
            boolean edgeless = source.chars().noneMatch(c -> EDGES.indexOf(c) >= 0);
            if (edgeless && alone == EcmaPattern.SearchResult.FOUND) {
                EcmaPattern.SearchResult amid = valid.pattern().search("x" + text + "y", new Budget(4 * STEPS));
                if (amid == EcmaPattern.SearchResult.NOT_FOUND) {
                    throw new AssertionError("found alone but not amid other text");
                }
            }
        }
    }
}
