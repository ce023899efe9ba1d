package cms.testing;

import java.util.random.RandomGenerator;

/**
 * Seeds of tests that go through random cases: always the same in {@code verify}, since whether a change lands must not
 * depend on luck, and others each time where {@code -Dcms.seeds=random} says so, as {@code .ci/fuzz} with a number
 * does.
 */
public final class Seeds {
    private static final long FIXED = 2026;

    private Seeds() {}

    /** The seed of a test, which names it where it fails. */
    public static long next() {
        boolean isRandom = System.getProperty("cms.seeds", "fixed").equals("random");
        return isRandom ? RandomGenerator.getDefault().nextLong() : FIXED;
    }
}
