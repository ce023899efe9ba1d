package cms.agent.log;

import tools.jackson.databind.node.ObjectNode;

/** One event of a turn; {@code n} counts from 1 within it. */
public record TurnEvent(long n, ObjectNode json) {}
