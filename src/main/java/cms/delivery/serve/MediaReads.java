package cms.delivery.serve;

import cms.delivery.count.Bandwidth;
import cms.delivery.count.Tallies;
import cms.delivery.wire.ByteRange;
import cms.media.DeliveredFile;
import cms.media.Media;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.limits.RateLimit;
import cms.platform.limits.RateLimiter;
import cms.project.Project;
import cms.project.Projects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads of the files of assets: with a key that may read or, where the project says so, without one. The files come from
 * a disk, so they are sent by threads that may wait.
 */
public final class MediaReads {
    private static final String NO_FILE = "There is no such file in what this project delivers.";
    private static final String UNCHANGING = "max-age=31536000, immutable";
    private static final String HOURLY = "max-age=3600";
    private static final String BRIEF = "max-age=60";

    private final Gate gate;
    private final BlockingReads reads;
    private final Consumer<String> load;
    private final Parts parts;

    /**
     * What media reads stand on.
     *
     * @param keylessPerMinute reads without a key of one address in one project
     */
    public record Parts(
            Media media, Projects projects, RateLimiter limiter, int keylessPerMinute, InstantSource clock) {}

    /** @param load brings a project's outlet into memory; unknown projects stay unknown */
    public MediaReads(Gate gate, Consumer<String> load, Parts parts) {
        this.gate = gate;
        this.reads = new BlockingReads(gate, load);
        this.load = load;
        this.parts = parts;
    }

    /** {@code GET /api/cdn/v1/{projectId}/media/...} */
    public Answer read(Request request) {
        String projectId = request.pathParameter("projectId");
        String path = "media/" + request.pathParameter("path");
        if (request.header("Authorization").isPresent()) {
            return reads.letMedia(request, path, admitted -> {
                Answer answer = answer(
                        request,
                        projectId,
                        path,
                        true,
                        bytes -> admitted.meter().served(bytes, admitted.nowMillis()));
                return answer;
            });
        }
        return BlockingReads.guarded(() -> keyless(request, projectId, path));
    }

    private Answer keyless(Request request, String projectId, String path) {
        if (!gate.isInMemory(projectId)) {
            load.accept(projectId);
        }
        Optional<Project> project = Optional.of(projectId).filter(gate::isOpen).flatMap(parts.projects()::find);
        if (project.isEmpty()) {
            throw Failure.unauthenticated("Send a delivery key of this project: Authorization: Bearer cms_live_...");
        }
        RateLimit rate = RateLimit.perMinute("keyless-media", parts.keylessPerMinute());
        parts.limiter().take(rate, projectId + " " + request.address()).orFail();
        String workspaceId = project.get().workspaceId();
        long now = parts.clock().millis();
        Bandwidth bandwidth = gate.meters().bandwidth(workspaceId);
        if (bandwidth.isSpent(now)) {
            throw Failure.rateLimited(
                    "The plan's bandwidth of this month has been used up.", bandwidth.untilNextMonth(now));
        }
        Tallies tallies = gate.meters().keyless(workspaceId, projectId);
        return BlockingReads.open(answer(request, projectId, path, false, bytes -> tallies.served(bytes, now)));
    }

    private Answer answer(Request request, String projectId, String path, boolean keyed, LongConsumer served) {
        DeliveredFile file = parts.media()
                .files()
                .delivered(request, projectId, path, keyed)
                .orElseThrow(() -> Failure.notFound(NO_FILE));
        boolean sent = false;
        try {
            Answer answer = answer(request, file, served);
            sent = !isBare(answer);
            return varied(answer, keyed, file)
                    .withHeader("ETag", file.tag())
                    .withHeader("Cache-Control", (keyed ? "private, " : "public, ") + caching(request, file))
                    .withHeader("Accept-Ranges", "bytes")
                    .withHeader("X-Content-Type-Options", "nosniff");
        } finally {
            if (!sent) {
                close(file);
            }
        }
    }

    private static Answer varied(Answer answer, boolean keyed, DeliveredFile file) {
        String by = Stream.of(keyed ? "Authorization" : "", file.byAccept() ? "Accept" : "")
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(", "));
        return by.isEmpty() ? answer : answer.withHeader("Vary", by);
    }

    private static boolean isBare(Answer answer) {
        return answer.status() == 304 || answer.status() == 416;
    }

    private static Answer answer(Request request, DeliveredFile file, LongConsumer served) {
        String known = line(request, "If-None-Match");
        if (known != null && (known.contains(file.tag()) || known.strip().equals("*"))) {
            served.accept(0);
            return Answer.empty(304);
        }
        boolean head = request.method().equals("HEAD");
        int size = Math.toIntExact(file.size());
        ByteRange part =
                head ? null : ByteRange.of(line(request, "Range"), line(request, "If-Range"), file.tag(), size);
        if (part != null && part.isEmpty()) {
            served.accept(0);
            return Answer.json(
                            416,
                            DeliveryDoor.body(Verdict.Refused.of(
                                    416, "Nothing of the file lies in this range; it has " + size + " bytes.")))
                    .withHeader("Content-Range", part.contentRange(size));
        }
        served.accept(head ? 0 : part == null ? size : part.length());
        Answer answer = part == null
                ? Answer.file(file.contentType(), file.channel(), 0, size)
                : Answer.file(file.contentType(), file.channel(), part.from(), part.length())
                        .withStatus(206)
                        .withHeader("Content-Range", part.contentRange(size));
        return file.contentType().startsWith("image/svg")
                ? answer.withHeader("Content-Security-Policy", DeliveredFile.SVG_POLICY)
                : answer;
    }

    /** An original never changes; a variant does, and then has another {@code v}. */
    private static String caching(Request request, DeliveredFile file) {
        if (file.passing()) {
            return BRIEF;
        }
        if (file.version() == 0) {
            return UNCHANGING;
        }
        Optional<String> version = request.query("v");
        if (version.isEmpty()) {
            return HOURLY;
        }
        return version.get().equals(Integer.toString(file.version())) ? UNCHANGING : BRIEF;
    }

    private static @Nullable String line(Request request, String name) {
        List<String> lines = request.headers(name);
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    private static void close(DeliveredFile file) {
        try {
            file.channel().close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
