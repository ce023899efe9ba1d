package cms.project;

import cms.workspace.WorkspaceMember;

/** A project member together with the person's place in the workspace. */
record ProjectPerson(ProjectMember member, WorkspaceMember person) {}
