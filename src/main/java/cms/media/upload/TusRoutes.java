package cms.media.upload;

import cms.access.Author;
import cms.media.bytes.MediaLimits;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.StatusTable;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The routes of tus 1.0 below one path. */
public final class TusRoutes {
    private static final String VERSION_HEADER = "Tus-Resumable";
    private static final String VERSION = "1.0.0";
    private static final String OFFSET = "Upload-Offset";
    private static final String LENGTH = "Upload-Length";
    private static final String METADATA = "Upload-Metadata";
    private static final String PART_TYPE = "application/offset+octet-stream";
    private static final int BUSY = 423;
    private static final int OTHER_BYTES = 460;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");

    /** Headers of every answer, refusals too. */
    private static final Map<String, String> TOLD = Map.of(
            VERSION_HEADER,
            VERSION,
            "Tus-Version",
            VERSION,
            "Tus-Extension",
            "creation,checksum,expiration,termination",
            "Tus-Checksum-Algorithm",
            UploadChecksum.ALGORITHMS,
            "Tus-Max-Size",
            Long.toString(MediaLimits.FILE_BYTES_MAX));

    private final Uploads uploads;
    private final Function<Request, Uploader> admission;

    /**
     * The caller of an upload.
     *
     * @param holder owner of the upload: a user's id, or the identity of a key
     */
    public record Uploader(ProjectAccess place, Author by, String holder) {}

    /** @param admission finds the caller of a request, or refuses it */
    public TusRoutes(Uploads uploads, Function<Request, Uploader> admission) {
        this.uploads = uploads;
        this.admission = admission;
    }

    /**
     * Mounts the routes.
     *
     * @param path of the collection
     */
    public void mount(Routes.Group group, String path) {
        Routes.Group tus = group.withHeaders(TOLD);
        tus.post(path, Audit.ofMade("begin_upload", "media_uploads"), this::begin)
                .get(path + "/{uploadId}", this::show)
                .delete(path + "/{uploadId}", Audit.of("end_upload", "media_uploads", "uploadId"), this::end);
        // The last part makes the asset.
        tus.taking(MediaLimits.BODY_BYTES_MAX).patch(path + "/{uploadId}", Audit.byActed(), this::append);
    }

    private Answer begin(Request request) {
        Uploader uploader = admission.apply(request);
        requireVersion(request);
        if (request.header("Upload-Defer-Length").isPresent()) {
            throw Failure.invalid("Send `Upload-Length`; room is held for it.");
        }
        long length = number(request, LENGTH);
        if (length < 1) {
            throw Failure.invalid("`Upload-Length` must be at least 1.");
        }
        UploadMetadata metadata = UploadMetadata.parse(request.header(METADATA).orElse(""));
        OpenUpload upload = uploads.begin(uploader, length, metadata);
        return expiring(Answer.empty(201), upload).withHeader("Location", request.path() + "/" + upload.id());
    }

    /**
     * Shows the offset at which to resume. A complete file that did not become an asset, because a server was stopped,
     * becomes one now.
     */
    private Answer show(Request request) {
        Uploader uploader = admission.apply(request);
        requireVersion(request);
        OpenUpload found = upload(uploader, request);
        OpenUpload upload = found.isWhole() && found.assetId() == null
                ? uploads.alone(found.id(), () -> uploads.finish(uploader, upload(uploader, request)))
                        .orElse(found)
                : found;
        Answer answer = Answer.json(Json.object()
                        .put("id", upload.id())
                        .put("length", upload.length())
                        .put("offset", upload.received())
                        .put("expiresAt", upload.expiresAt().toString())
                        .put("assetId", upload.assetId()))
                .withHeader(LENGTH, Long.toString(upload.length()))
                .withHeader("Cache-Control", "no-store");
        if (!upload.metadata().isEmpty()) {
            answer = answer.withHeader(METADATA, upload.metadata());
        }
        return progress(answer, upload);
    }

    private Answer append(Request request) {
        Uploader uploader = admission.apply(request);
        requireVersion(request);
        String type = request.header("Content-Type").orElse("").strip();
        if (!type.equalsIgnoreCase(PART_TYPE)) {
            throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send parts as " + PART_TYPE + ".");
        }
        long offset = number(request, OFFSET);
        Optional<UploadChecksum> sum = request.header("Upload-Checksum").map(UploadChecksum::parse);
        OpenUpload known = upload(uploader, request);
        try {
            return uploads.alone(known.id(), () -> append(request, uploader, offset, sum))
                    .orElseGet(() -> refused(BUSY, "Another request is sending a part of this upload."));
        } catch (Appending.OtherBytes other) {
            return refused(OTHER_BYTES, "The bytes do not have the stated checksum; send them again.");
        }
    }

    private Answer append(Request request, Uploader uploader, long offset, Optional<UploadChecksum> sum) {
        OpenUpload upload = upload(uploader, request);
        if (upload.received() != offset) {
            throw Failure.conflict("The upload goes on at " + upload.received() + ".")
                    .withData(Map.of("offset", upload.received()));
        }
        OpenUpload grown = upload.isWhole()
                ? upload
                : uploads.append(upload, sum, request.stream(uploads.fileBytesMax(uploader.place())));
        return progress(Answer.empty(204), uploads.finish(uploader, grown));
    }

    private Answer end(Request request) {
        Uploader uploader = admission.apply(request);
        requireVersion(request);
        OpenUpload known = upload(uploader, request);
        return uploads.alone(known.id(), () -> {
                    uploads.delete(known);
                    return Answer.empty(204);
                })
                .orElseGet(() -> refused(BUSY, "Another request is sending a part of this upload."));
    }

    private OpenUpload upload(Uploader uploader, Request request) {
        return uploads.upload(uploader, request.pathParameter("uploadId"));
    }

    private static void requireVersion(Request request) {
        if (!request.header(VERSION_HEADER).orElse("").strip().equals(VERSION)) {
            throw Failure.of(
                    FailureKind.PRECONDITION_FAILED, "Send `Tus-Resumable: " + VERSION + "`; no other is spoken here.");
        }
    }

    private static long number(Request request, String header) {
        String text = request.header(header).orElse("").strip();
        if (!NUMBER.matcher(text).matches()) {
            throw Failure.invalid("`" + header + "` must be a whole number of bytes.");
        }
        return Long.parseLong(text);
    }

    private static Answer progress(Answer answer, OpenUpload upload) {
        Answer extended = expiring(answer, upload).withHeader(OFFSET, Long.toString(upload.received()));
        return upload.assetId() == null ? extended : extended.withHeader("X-Cms-Asset-Id", upload.assetId());
    }

    private static Answer expiring(Answer answer, OpenUpload upload) {
        return answer.withHeader(
                "Upload-Expires",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(upload.expiresAt().atOffset(ZoneOffset.UTC)));
    }

    private static Answer refused(int status, String message) {
        return Answer.json(status, StatusTable.body(status, message));
    }
}
