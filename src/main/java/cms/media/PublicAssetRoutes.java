package cms.media;

import cms.apikeys.KeyScope;
import cms.media.asset.Asset;
import cms.media.asset.AssetFilter;
import cms.media.asset.BulkOutcome;
import cms.media.asset.Deletion;
import cms.media.bytes.MediaLimits;
import cms.media.upload.TusRoutes;
import cms.media.upload.Uploads;
import cms.plan.Feature;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.FormIdempotency;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Assets for programs with a key of the project (spec 4.13). */
final class PublicAssetRoutes {
    private static final String ASSETS = "/api/media/v1/{projectId}/assets";
    private static final String ASSET = ASSETS + "/{assetId}";

    private final Media media;
    private final MediaKeys keys;
    private final FormIdempotency idempotency;

    PublicAssetRoutes(Media media, MediaKeys keys, FormIdempotency idempotency) {
        this.media = media;
        this.keys = keys;
        this.idempotency = idempotency;
    }

    void mount(Routes routes, Uploads uploads) {
        new TusRoutes(uploads, this::uploader).mount(routes.on(Surface.KEYED), "/api/media/v1/{projectId}/uploads");
        routes.on(Surface.KEYED).taking(MediaLimits.BODY_BYTES_MAX).post(ASSETS + UploadWords.QUERY, this::add);
        routes.on(Surface.KEYED)
                .get(ASSETS + AssetFilter.QUERY, this::list)
                .post(ASSETS + "/bulk", this::bulk)
                .get(ASSET, this::show)
                .patch(ASSET, this::change)
                .delete(ASSET + "{?force,permanent}", this::delete);
    }

    private Answer add(Request request) {
        MediaKeys.Holder holder = writer(request);
        String type = request.header("Content-Type").orElse("").strip().toLowerCase(Locale.ROOT);
        if (type.startsWith("multipart/form-data")) {
            Multipart form = AssetRoutes.form(request, media.fileBytesMax(holder.place()));
            Multipart.Part file = AssetRoutes.file(form);
            Upload upload = UploadWords.of(form, file, request, holder.by());
            return idempotency.once(
                    request,
                    holder.key(),
                    form,
                    () -> AssetRoutes.added(media.add(holder.place(), upload, file.content().stream())));
        }
        Body body = request.body();
        Upload upload = UploadWords.of(body, request, holder.by());
        String url = body.requiredText("url");
        return idempotency.once(
                request,
                holder.key(),
                () -> AssetRoutes.added(media.addFromUrl(holder.place(), upload, url, part -> true)));
    }

    private Answer list(Request request) {
        MediaKeys.Holder holder = reader(request);
        if (request.query("unused").isPresent() && !holder.writes()) {
            throw Failure.forbidden("A key that only reads is not told what is used; `unused` needs `media:write`.");
        }
        Media.Listed listed = media.list(holder.place(), AssetFilter.of(request, AssetFilter.PAGE_ROWS_OF_KEYS));
        listed.assets().forEach(asset -> cut(asset, holder));
        return AssetRoutes.listed(listed);
    }

    private Answer show(Request request) {
        MediaKeys.Holder holder = reader(request);
        Asset asset = media.asset(holder.place(), id(request));
        return Answer.json(cut(media.json(holder.place(), asset), holder)).withHeader("ETag", asset.entityTag());
    }

    /** A key that only reads is told of no content that uses the asset, as that may not be published. */
    private static ObjectNode cut(ObjectNode asset, MediaKeys.Holder holder) {
        if (!holder.writes()) {
            asset.putArray("usedIn");
        }
        return asset;
    }

    private Answer change(Request request) {
        MediaKeys.Holder holder = writer(request);
        ProjectAccess place = holder.place();
        Asset asset = media.change(place, holder.by(), id(request), request.body(), request.ifMatch());
        return Answer.json(media.json(place, asset)).withHeader("ETag", asset.entityTag());
    }

    private Answer delete(Request request) {
        MediaKeys.Holder holder = writer(request);
        media.delete(
                holder.place(),
                holder.by(),
                id(request),
                new Deletion(request.flag("force"), request.flag("permanent"), request.ifMatch()));
        return Answer.json(Map.of("deleted", true));
    }

    /**
     * Deletes or tags several assets. Assets of other projects are skipped without an error (spec 4.13); so are assets
     * in use without {@code force}, those that would have too many tags, or more than their project has room for, and
     * those that others keep changing or have just deleted.
     */
    private Answer bulk(Request request) {
        MediaKeys.Holder holder = writer(request);
        Body body = request.body();
        List<BulkOutcome> outcomes = AssetRoutes.bulk(media, holder.place(), holder.by(), body);
        long affected =
                outcomes.stream().filter(outcome -> outcome.refusal().isEmpty()).count();
        return Answer.json(Json.object()
                .put("action", body.requiredText("action"))
                .put("affected", affected)
                .put("skipped", outcomes.size() - affected));
    }

    private TusRoutes.Uploader uploader(Request request) {
        MediaKeys.Holder holder = writer(request);
        return new TusRoutes.Uploader(holder.place(), holder.by(), holder.key());
    }

    private MediaKeys.Holder reader(Request request) {
        return keys.admit(request, KeyScope.MEDIA_READ, Feature.MEDIA_LIBRARY);
    }

    private MediaKeys.Holder writer(Request request) {
        return keys.admit(request, KeyScope.MEDIA_WRITE, Feature.MEDIA_UPLOAD);
    }

    private static String id(Request request) {
        return request.pathParameter("assetId");
    }
}
