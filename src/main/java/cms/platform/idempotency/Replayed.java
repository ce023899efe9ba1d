package cms.platform.idempotency;

import tools.jackson.databind.node.ObjectNode;

/**
 * The answer of a call that is carried out once.
 *
 * @param again whether it was carried out before, and is answered as it was then
 */
public record Replayed(ObjectNode answer, boolean again) {}
