package cms.agent;

import cms.access.Author;
import cms.access.Capability;
import cms.agent.attach.Attachment;
import cms.agent.attach.Attachments;
import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.auth.Caller;
import cms.media.Upload;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code P/attachments}: links, or files that go through the disk (spec 4.9). */
final class AttachmentRoutes {
    private static final String ATTACHMENTS = "/api/workspaces/{workspaceId}/projects/{projectId}/attachments";
    private static final long BODY_BYTES_MAX =
            (long) AgentLimits.ATTACHMENTS_MAX * AgentLimits.ATTACHMENT_BYTES_MAX + 1024 * 1024;

    private final AgentParts parts;
    private final Attachments attachments;

    AttachmentRoutes(AgentParts parts, Attachments attachments) {
        this.parts = parts;
        this.attachments = attachments;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .taking(BODY_BYTES_MAX)
                .post(ATTACHMENTS, Audit.ofMade("add_attachments", "agent_attachments"), this::add);
    }

    private Answer add(Request request) {
        ProjectAccess place = parts.projects().access().require(request, Capability.CHAT);
        Project project = place.project();
        String userId = Caller.of(request).userId();
        parts.instance().limiter().take(Limits.ATTACHMENTS.rate(), userId).orFail();
        boolean form = request.header("Content-Type")
                .orElse("")
                .toLowerCase(Locale.ROOT)
                .strip()
                .startsWith("multipart/form-data");
        List<Attachment> read = form ? files(request, place) : links(request.body(), project, userId);
        ObjectNode json = Json.object();
        ArrayNode all = json.putArray("attachments");
        read.forEach(one -> all.add(one.json()));
        return Answer.json(json);
    }

    private List<Attachment> links(Body body, Project project, String userId) {
        List<String> urls = new ArrayList<>(body.texts("urls").orElse(List.of()));
        body.text("url").ifPresent(url -> urls.addFirst(url));
        urls.removeIf(String::isBlank);
        requireSome(urls.size(), "Send `url` or `urls`.");
        return urls.stream().map(url -> attachments.link(project, userId, url)).toList();
    }

    private List<Attachment> files(Request request, ProjectAccess place) {
        Multipart form = request.multipart(AgentLimits.ATTACHMENT_BYTES_MAX, Multipart.TooLong.CUT);
        List<Multipart.Part> files = form.files();
        requireSome(files.size(), "Send at least one file.");
        boolean kept = form.text("intent").filter("media"::equals).isPresent();
        Author author = Caller.author(request);
        return files.stream().map(part -> file(place, author, part, kept)).toList();
    }

    private Attachment file(ProjectAccess place, Author author, Multipart.Part part, boolean kept) {
        String name = part.fileName().orElse("");
        if (part.isCut()) {
            return attachments.refused(name, "A file may have at most 32 MB.");
        }
        return kept && attachments.isPicture(part.content())
                ? picture(place, author, part)
                : attachments.upload(place.project(), author.id(), name, part.content());
    }

    /**
     * Stores an uploaded picture as an asset and tells the model its path. Without media it is read like any other
     * file.
     */
    private Attachment picture(ProjectAccess place, Author author, Multipart.Part part) {
        String name = part.fileName().orElse("");
        Project project = place.project();
        if (parts.media().isEmpty()) {
            return attachments.upload(project, author.id(), name, part.content());
        }
        try {
            Upload upload = Upload.by(author, Upload.Source.UPLOAD, Optional.empty(), List.of(), Optional.empty())
                    .called(name);
            ObjectNode asset = parts.media()
                    .get()
                    .add(place, upload, part.content().stream())
                    .asset();
            ObjectNode description = Json.object()
                    .put("asset", asset.get("id").asString())
                    .put("path", asset.get("originalPath").asString());
            return attachments.upload(
                    project, author.id(), name, part.content(), List.of(new Block.Text(Json.text(description))));
        } catch (Failure refused) {
            return attachments
                    .upload(project, author.id(), name, part.content())
                    .failing(refused.message());
        }
    }

    private static void requireSome(int count, String otherwise) {
        if (count == 0) {
            throw Failure.invalid(otherwise);
        }
        if (count > AgentLimits.ATTACHMENTS_MAX) {
            throw Failure.invalid("Send at most " + AgentLimits.ATTACHMENTS_MAX + " at once.");
        }
    }
}
