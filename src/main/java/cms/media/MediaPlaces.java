package cms.media;

import cms.apikeys.ApiKeys;
import cms.content.Contents;
import cms.githost.Hosting;
import cms.project.Projects;
import cms.review.Changes;
import cms.workspace.Workspaces;

/** The rooms above that media asks for rights and content. */
public record MediaPlaces(
        Projects projects, Workspaces workspaces, ApiKeys keys, Hosting hosting, Changes changes, Contents contents) {}
