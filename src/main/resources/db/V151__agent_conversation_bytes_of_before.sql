-- What conversations took before it was counted. A running turn is counted at its end, that of an earlier run at the start.
UPDATE agent_conversations SET bytes =
    (SELECT COALESCE(SUM(OCTET_LENGTH(m.blocks) + OCTET_LENGTH(m.shown)), 0)
        FROM agent_messages m JOIN agent_turns t ON t.conversation_id = m.conversation_id AND t.n = m.turn_n
        WHERE m.conversation_id = agent_conversations.id AND t.status <> 'running')
    + (SELECT COALESCE(SUM(OCTET_LENGTH(e.events)), 0)
        FROM agent_events e JOIN agent_turns t ON t.id = e.turn_id
        WHERE t.conversation_id = agent_conversations.id AND t.status <> 'running');
