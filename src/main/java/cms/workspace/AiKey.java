package cms.workspace;

import java.time.Instant;

/**
 * A model key that a person brought along; the key itself never leaves the service again.
 *
 * @param provider {@code anthropic} or {@code openai}
 * @param hint the last characters, {@code ...abcd}
 */
record AiKey(String id, String provider, String hint, Instant createdAt) {}
