package cms.agent;

import cms.content.Contents;
import cms.forms.Forms;
import cms.media.Media;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.limits.RateLimiter;
import cms.platform.net.OutgoingHttp;
import cms.platform.pictures.Pictures;
import cms.project.Projects;
import cms.review.Changes;
import cms.usage.Usage;
import cms.workspace.Workspaces;
import java.time.InstantSource;
import java.util.Optional;

/** The rooms above that the agent works with. */
public record AgentParts(
        Database database,
        Announcements announcements,
        OutgoingHttp net,
        RateLimiter limiter,
        Plans plans,
        Workspaces workspaces,
        Projects projects,
        Usage usage,
        Changes changes,
        Contents contents,
        Forms forms,
        Optional<Media> media,
        Pictures pictures,
        InstantSource clock) {}
