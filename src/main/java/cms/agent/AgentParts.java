package cms.agent;

import cms.agent.desk.Verbs;
import cms.content.Contents;
import cms.forms.Forms;
import cms.media.Media;
import cms.plan.Plans;
import cms.platform.instance.Instance;
import cms.platform.pictures.Pictures;
import cms.project.Projects;
import cms.review.Changes;
import cms.usage.Usage;
import cms.workspace.Workspaces;
import java.util.Optional;

/**
 * The rooms above that the agent works with. One noun because one turn needs all of them: it checks the plan, counts
 * the message, shows the model what was attached, and reads and writes by tools as the asker may.
 */
public record AgentParts(
        Instance instance,
        Plans plans,
        Workspaces workspaces,
        Projects projects,
        Usage usage,
        Changes changes,
        Contents contents,
        Forms forms,
        Optional<Media> media,
        Pictures pictures) {
    Verbs verbs() {
        return new Verbs(contents, changes, forms, media, instance.compute());
    }
}
