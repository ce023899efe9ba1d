package cms.agent.model;

/**
 * Tokens of model calls.
 *
 * @param inputTokens all input, from a cache or not
 * @param cachedTokens input tokens that came from a cache
 * @param isEstimated whether the server sent no numbers and they were estimated
 */
public record ModelUsage(long inputTokens, long outputTokens, long cachedTokens, boolean isEstimated) {
    private static final long TOKENS_MAX = 100_000_000;
    private static final int CHARS_PER_TOKEN = 4;

    /** Bounds the numbers of a server: none is negative or absurdly large. */
    public ModelUsage {
        inputTokens = Math.clamp(inputTokens, 0, TOKENS_MAX);
        outputTokens = Math.clamp(outputTokens, 0, TOKENS_MAX);
        cachedTokens = Math.clamp(cachedTokens, 0, inputTokens);
    }

    public static ModelUsage none() {
        return new ModelUsage(0, 0, 0, false);
    }

    /** Estimate of the tokens of a text: four characters each. */
    public static long estimate(long chars) {
        return Math.ceilDiv(chars, CHARS_PER_TOKEN);
    }

    public ModelUsage plus(ModelUsage other) {
        return new ModelUsage(
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                cachedTokens + other.cachedTokens,
                isEstimated || other.isEstimated);
    }

    public long total() {
        return inputTokens + outputTokens;
    }
}
