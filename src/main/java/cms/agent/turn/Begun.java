package cms.agent.turn;

import cms.agent.log.Conversation;

/** A turn that has its row. */
record Begun(Conversation conversation, LiveTurn live) {}
