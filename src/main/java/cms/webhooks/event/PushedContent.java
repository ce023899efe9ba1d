package cms.webhooks.event;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.Projects;
import cms.review.News;
import cms.webhooks.send.Pushes;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Looks up in Git which models a push changed. */
public final class PushedContent implements Pushes {
    private static final Logger LOG = LoggerFactory.getLogger(PushedContent.class);

    private final Projects projects;
    private final News news;

    public PushedContent(Projects projects, News news) {
        this.projects = projects;
        this.news = news;
    }

    /** A project or a commit that is gone by now leaves the lists empty. */
    @Override
    public String compose(String body, String commits) {
        ObjectNode envelope = (ObjectNode) Json.parse(body);
        ObjectNode data = (ObjectNode) envelope.get("data");
        int blank = commits.indexOf(' ');
        touched(envelope.path("projectId").asString(), commits.substring(0, blank), commits.substring(blank + 1))
                .ifPresent(touched -> {
                    touched.models().forEach(model -> data.withArray("models").add(model));
                    data.put(
                            "locale",
                            touched.locales().size() == 1 ? touched.locales().getFirst() : null);
                });
        return Event.body(envelope);
    }

    private Optional<News.Touched> touched(String projectId, String before, String after) {
        try {
            return projects.find(projectId).map(project -> news.touched(project, before, after));
        } catch (Failure gone) {
            LOG.info("what a push to {} changed cannot be looked up any more: {}", projectId, gone.sentence());
            return Optional.empty();
        }
    }
}
