package cms.content;

import cms.git.CommitId;
import cms.project.AllowedModels;

/**
 * A caller who reads a commit.
 *
 * @param models the models that the caller may see
 * @param commit the commit that the caller is shown in its place: the newest up to it that changed anything of these
 *     models
 */
record SeenBy(AllowedModels models, CommitId commit) {}
