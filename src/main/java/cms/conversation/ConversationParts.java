package cms.conversation;

import cms.agent.Agent;
import cms.apikeys.ApiKeys;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.project.Projects;
import cms.workspace.Workspaces;
import java.time.InstantSource;

/**
 * What the room is made of.
 *
 * @param ratePerMinute of a key whose maker says nothing else
 */
public record ConversationParts(
        Database database,
        Announcements announcements,
        Workspaces workspaces,
        Projects projects,
        ApiKeys keys,
        Plans plans,
        Agent agent,
        int ratePerMinute,
        InstantSource clock) {}
