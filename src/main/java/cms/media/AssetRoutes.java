package cms.media;

import cms.access.Author;
import cms.access.Capability;
import cms.auth.Caller;
import cms.media.asset.Asset;
import cms.media.asset.AssetFilter;
import cms.media.asset.BulkOutcome;
import cms.media.asset.Deletion;
import cms.media.asset.Words;
import cms.media.bytes.MediaLimits;
import cms.media.bytes.WorkFolder;
import cms.media.upload.TusRoutes;
import cms.media.upload.Uploads;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.FormIdempotency;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.ProjectAccess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for members' work with assets (spec 4.13). */
final class AssetRoutes {
    private static final String MEDIA = "/api/workspaces/{workspaceId}/projects/{projectId}/media";
    private static final String ASSET = MEDIA + "/{assetId}";

    private final Access access;
    private final Media media;
    private final FormIdempotency idempotency;

    AssetRoutes(Access access, Media media, FormIdempotency idempotency) {
        this.access = access;
        this.media = media;
        this.idempotency = idempotency;
    }

    void mount(Routes routes, Uploads uploads) {
        new TusRoutes(
                        uploads,
                        request -> new TusRoutes.Uploader(
                                place(request, Capability.UPLOAD_MEDIA),
                                Caller.author(request),
                                Caller.of(request).userId()))
                .mount(routes.on(Surface.SESSION).limitedPerCaller(Limits.MEDIA_WRITES.rate()), MEDIA + "/uploads");
        routes.on(Surface.SESSION)
                .taking(MediaLimits.BODY_BYTES_MAX)
                .limitedPerCaller(Limits.MEDIA_WRITES.rate())
                .post(MEDIA + UploadWords.QUERY, Audit.ofMade("upload_asset", "media_assets"), this::upload);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.CONTENT_READS.rate())
                .get(MEDIA + AssetFilter.QUERY, this::list)
                .get(ASSET, this::show)
                .get(ASSET + "/preview{?variant}", this::preview)
                .get(ASSET + "/master", this::master);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.MEDIA_WRITES.rate())
                .post(MEDIA + "/upload-url" + UploadWords.QUERY, Audit.byActed(), this::uploadUrl)
                .post(MEDIA + "/bulk", Audit.byActed(), this::bulk)
                .patch(ASSET, Audit.of("update_asset", "media_assets", "assetId"), this::change)
                .delete(ASSET + "{?force,permanent}", Audit.of("delete_asset", "media_assets", "assetId"), this::delete)
                .post(ASSET + "/restore", Audit.of("restore_asset", "media_assets", "assetId"), this::restore);
    }

    private Answer upload(Request request) {
        ProjectAccess place = place(request, Capability.UPLOAD_MEDIA);
        long most = media.fileBytesMax(place);
        Multipart form = form(request, most);
        Multipart.Part file = file(form);
        Upload upload = UploadWords.of(form, file, request, Caller.author(request));
        String caller = Caller.of(request).userId();
        return idempotency.once(request, caller, form, () -> added(media.add(place, upload, file.content().stream())));
    }

    private Answer uploadUrl(Request request) {
        ProjectAccess place = place(request, Capability.UPLOAD_MEDIA);
        Body body = request.body();
        Upload upload = UploadWords.of(body, request, Caller.author(request));
        return added(media.addFromUrl(place, upload, body.requiredText("url"), part -> true));
    }

    /** @throws Failure TOO_LARGE (code {@code media.too_large}) for a file larger than the plan allows */
    static Multipart form(Request request, long bytesMax) {
        try {
            return request.multipart(bytesMax, Multipart.TooLong.REFUSED);
        } catch (Failure refused) {
            throw refused.kind() == FailureKind.TOO_LARGE
                    ? WorkFolder.tooLarge(bytesMax).causedBy(refused)
                    : refused;
        }
    }

    /** The one file of a form; of several the others would be gone with a success. */
    static Multipart.Part file(Multipart form) {
        if (form.files().size() > 1) {
            throw Failure.invalid("Send one file in a request, as the part `file`; this form has "
                    + form.files().size() + ".");
        }
        return form.file("file").orElseThrow(() -> Failure.invalid("The form needs a part `file` with a file name."));
    }

    static Answer added(Media.Added added) {
        return Answer.json(added.isNew() ? 201 : 200, added.asset());
    }

    private Answer list(Request request) {
        ProjectAccess place = place(request, Capability.READ_MEDIA);
        return listed(media.list(place, AssetFilter.of(request, AssetFilter.PAGE_ROWS)));
    }

    static Answer listed(Media.Listed listed) {
        ObjectNode json = Json.object();
        ArrayNode assets = json.putArray("assets");
        listed.assets().forEach(assets::add);
        return Answer.json(json.put("total", listed.total()));
    }

    private Answer show(Request request) {
        ProjectAccess place = place(request, Capability.READ_MEDIA);
        return shown(place, media.asset(place, id(request)));
    }

    private Answer shown(ProjectAccess place, Asset asset) {
        return Answer.json(media.json(place, asset)).withHeader("ETag", asset.entityTag());
    }

    private Answer preview(Request request) {
        ProjectAccess place = place(request, Capability.READ_MEDIA);
        String variant = request.query("variant").orElse(Asset.ORIGINAL);
        if (variant.equals("master")) {
            throw Media.unknown();
        }
        DeliveredFile file = media.open(media.asset(place, id(request)), variant);
        return file.reply(request).answer().withHeader("Cache-Control", "private, max-age=3600");
    }

    private Answer master(Request request) {
        ProjectAccess place = place(request, Capability.READ_MEDIA);
        Asset asset = media.asset(place, id(request));
        String name =
                URLEncoder.encode(asset.filename(), StandardCharsets.UTF_8).replace("+", "%20");
        return media.open(asset, "master")
                .reply(request)
                .answer()
                .withHeader("Cache-Control", "private, no-store")
                .withHeader("Content-Disposition", "attachment; filename*=UTF-8''" + name);
    }

    private Answer change(Request request) {
        ProjectAccess place = place(request, Capability.UPDATE_MEDIA);
        return shown(
                place, media.change(place, Caller.author(request), id(request), request.body(), request.ifMatch()));
    }

    private Answer delete(Request request) {
        ProjectAccess place = place(request, Capability.DELETE_MEDIA);
        media.delete(
                place,
                Caller.author(request),
                id(request),
                new Deletion(request.flag("force"), request.flag("permanent"), request.ifMatch()));
        return Answer.json(Map.of("deleted", true));
    }

    private Answer restore(Request request) {
        ProjectAccess place = place(request, Capability.DELETE_MEDIA);
        return shown(place, media.restore(place, Caller.author(request), id(request)));
    }

    private Answer bulk(Request request) {
        ProjectAccess place = place(request, Capability.UPDATE_MEDIA);
        ObjectNode json = Json.object();
        ArrayNode results = json.putArray("results");
        for (BulkOutcome outcome : bulk(media, place, Caller.author(request), request.body())) {
            ObjectNode result = results.addObject()
                    .put("id", outcome.id())
                    .put("success", outcome.refusal().isEmpty());
            outcome.refusal().ifPresent(message -> result.put("error", message));
        }
        return Answer.json(json);
    }

    /** Deletes or tags the assets that a body names, one by one. */
    static List<BulkOutcome> bulk(Media media, ProjectAccess place, Author by, Body body) {
        String action = body.requiredText("action");
        List<String> ids = ids(body);
        return switch (action) {
            case "delete" -> media.deleteAll(place, by, ids, body.flag("force").orElse(false));
            case "tag" -> media.tagAll(place, by, ids, tags(body));
            default -> throw Failure.invalid("`action` must be delete or tag.");
        };
    }

    private static List<String> tags(Body body) {
        return body.texts("tags")
                .map(Words::checkedTags)
                .filter(sent -> !sent.isEmpty())
                .orElseThrow(() -> Failure.invalid("`tags` is required to tag: a list of texts."));
    }

    private static List<String> ids(Body body) {
        List<String> ids =
                body.texts("assetIds").orElseThrow(() -> Failure.invalid("`assetIds` is required: a list of ids."));
        if (ids.isEmpty() || ids.size() > MediaLimits.BULK_MAX) {
            throw Failure.invalid("`assetIds` must have 1 to " + MediaLimits.BULK_MAX + " ids.");
        }
        return ids.stream().distinct().toList();
    }

    /** The project, for a caller whose role and plan allow the call; asked before anything of the request is read. */
    private ProjectAccess place(Request request, Capability capability) {
        ProjectAccess place = access.require(request, capability);
        media.requireAllowed(place, capability);
        return place;
    }

    private static String id(Request request) {
        return request.pathParameter("assetId");
    }
}
