package cms.agent.turn;

import cms.agent.log.Conversation;

/** A turn whose row is stored. */
record StartedTurn(Conversation conversation, LiveTurn live) {}
