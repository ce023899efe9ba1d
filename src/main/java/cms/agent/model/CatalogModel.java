package cms.agent.model;

import java.util.Locale;

/**
 * A model as the operator's file describes it.
 *
 * @param provider {@code anthropic} or {@code openai}
 * @param inputUsd US dollars for a million tokens of input
 * @param outputUsd the same of output
 * @param display whether thinking is requested in a form that shows text between calls
 * @param vision whether it takes images
 * @param pdf whether it takes PDF files
 * @param contextTokens size of its context in tokens
 * @param outputTokens longest reply in tokens
 */
public record CatalogModel(
        String id,
        String provider,
        Tier tier,
        double inputUsd,
        double outputUsd,
        boolean display,
        boolean vision,
        boolean pdf,
        int contextTokens,
        int outputTokens) {
    private static final int OUTPUT_TOKENS = 4_096;

    /** Ability and price of a model. */
    public enum Tier {
        SMALL,
        MEDIUM,
        LARGE;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A model named by a server of the operator, without further facts. */
    public static CatalogModel unknown(String id, String provider, int contextTokens) {
        return new CatalogModel(
                id,
                provider,
                Tier.MEDIUM,
                0,
                0,
                false,
                false,
                false,
                contextTokens,
                Math.min(OUTPUT_TOKENS, contextTokens / 4));
    }

    /** The cost of a call, in millionths of a US dollar. */
    public long microUsd(ModelUsage usage) {
        return Math.round(usage.inputTokens() * inputUsd + usage.outputTokens() * outputUsd);
    }
}
