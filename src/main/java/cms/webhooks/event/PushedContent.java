package cms.webhooks.event;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.Projects;
import cms.review.News;
import cms.webhooks.send.PushChanges;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads from Git which models a push or an ended change has changed. */
public final class PushedContent implements PushChanges {
    private static final Logger LOG = LoggerFactory.getLogger(PushedContent.class);

    private final Projects projects;
    private final News news;

    public PushedContent(Projects projects, News news) {
        this.projects = projects;
        this.news = news;
    }

    /** The body with the models; a missing project or commit leaves the lists empty. */
    @Override
    public String compose(String body, String commits) {
        ObjectNode envelope = (ObjectNode) Json.parse(body);
        ObjectNode data = (ObjectNode) envelope.get("data");
        touched(envelope.path("projectId").asString(), commits).ifPresent(touched -> {
            touched.models().forEach(model -> data.withArray("models").add(model));
            if (data.has("locale")) {
                data.put(
                        "locale",
                        touched.locales().size() == 1 ? touched.locales().getFirst() : null);
            }
        });
        return Event.body(envelope);
    }

    /** @param commits {@code <before> <after>} of a push, or the last commit of a change */
    private Optional<News.Touched> touched(String projectId, String commits) {
        int blank = commits.indexOf(' ');
        try {
            return projects.find(projectId)
                    .map(project -> blank < 0
                            ? news.touchedBy(project, commits)
                            : news.touched(project, commits.substring(0, blank), commits.substring(blank + 1)));
        } catch (Failure gone) {
            LOG.info("what {} changed in {} cannot be looked up any more: {}", commits, projectId, gone.message());
            return Optional.empty();
        }
    }
}
