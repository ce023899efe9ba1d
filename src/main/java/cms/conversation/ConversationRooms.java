package cms.conversation;

import cms.agent.Agent;
import cms.apikeys.ApiKeys;
import cms.plan.Plans;
import cms.platform.instance.Instance;
import cms.project.Projects;
import cms.workspace.Workspaces;

/** The rooms that the door of conversations is built on. */
public record ConversationRooms(
        Instance instance, Workspaces workspaces, Projects projects, ApiKeys keys, Plans plans, Agent agent) {}
