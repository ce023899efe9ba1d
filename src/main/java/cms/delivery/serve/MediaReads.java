package cms.delivery.serve;

import cms.delivery.count.Bandwidth;
import cms.delivery.count.Tallies;
import cms.media.AssetChanged;
import cms.media.DeliveredFile;
import cms.media.Media;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.limits.ChosenLimits;
import cms.platform.limits.RateLimit;
import cms.platform.limits.RateLimiter;
import cms.project.Project;
import cms.project.Projects;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers reads of the files of assets: with a key that may read or, where the project allows it, without one. The
 * files come from a disk, so they are sent by threads that may wait.
 */
public final class MediaReads {
    private static final String NO_FILE = "There is no such file in what this project delivers.";
    private static final String UNCHANGING = "max-age=31536000, immutable";
    private static final String HOURLY = "max-age=3600";
    private static final String BRIEF = "max-age=60";

    private final Gate gate;
    private final BlockingReads reads;
    private final Parts parts;
    private final MediaMemory memory = new MediaMemory();

    /**
     * The services and limits that media reads need.
     *
     * @param keylessPerMinute reads without a key of one address in one project
     */
    public record Parts(
            Media media, Projects projects, RateLimiter limiter, int keylessPerMinute, InstantSource clock) {}

    /** @param load loads a project with its release and settings into memory; false for unknown projects */
    public MediaReads(Gate gate, Predicate<String> load, Parts parts) {
        this.gate = gate;
        this.reads = new BlockingReads(gate, load);
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

    /** Drops files from memory whose assets change, on any instance. */
    public void follow(Announcements news, Signals signals) {
        news.within(AssetChanged.class, signals::send);
        signals.on(AssetChanged.class, changed -> memory.changed(changed.projectId(), changed.assetId()));
        signals.onGap(memory::clear);
    }

    /**
     * Answers a read from memory, without waiting for anything; a refusal without a key is left to the route.
     *
     * @param address the address of the client; null when it is not certain
     */
    Verdict inMemory(FileRead reading, @Nullable String address) {
        int slash = reading.path().indexOf('/');
        String projectId = reading.path().substring(0, slash);
        MediaMemory.Held file = memory.find(reading.path());
        if (file == null) {
            return new Verdict.NotHere(projectId);
        }
        if (reading.authorization() == null) {
            return address == null ? new Verdict.NotHere(projectId) : keyless(file, reading, address);
        }
        Verdict verdict = gate.admit(projectId, file.path(), reading.authorization());
        return verdict instanceof Verdict.Admitted admitted
                ? Gate.choose(file.keyed(), reading.options(), admitted)
                : verdict;
    }

    private Verdict keyless(MediaMemory.Held file, FileRead reading, String address) {
        String projectId = file.projectId();
        long now = parts.clock().millis();
        boolean served = gate.isOpen(projectId)
                && !gate.meters().bandwidth(file.workspaceId()).isSpent(now)
                && parts.limiter().take(rate(), projectId + " " + address).allowed();
        Tallies tallies = gate.meters().keyless(file.workspaceId(), projectId);
        return served
                ? Gate.choose(file.keyless(), reading.options(), null, bytes -> tallies.served(bytes, now))
                : new Verdict.NotHere(projectId);
    }

    private RateLimit rate() {
        return ChosenLimits.KEYLESS_MEDIA.of(parts.keylessPerMinute());
    }

    /** Whether there is such a project, which is loaded into memory. */
    private boolean isHere(String projectId) {
        return gate.isInMemory(projectId)
                || reads.loading(projectId, false, () -> gate.isInMemory(projectId), isHere -> !isHere);
    }

    private Answer keyless(Request request, String projectId, String path) {
        Optional<Project> project =
                Optional.of(projectId).filter(this::isHere).filter(gate::isOpen).flatMap(parts.projects()::find);
        if (project.isEmpty()) {
            throw Failure.unauthenticated("Send a delivery key of this project: Authorization: Bearer cms_live_...");
        }
        parts.limiter().take(rate(), projectId + " " + request.address()).orFail();
        String workspaceId = project.get().workspaceId();
        long now = parts.clock().millis();
        Bandwidth bandwidth = gate.meters().bandwidth(workspaceId);
        if (bandwidth.isSpent(now)) {
            throw Failure.rateLimited(
                    "The plan's bandwidth of this month has been used up.", bandwidth.untilNextMonth(now));
        }
        Tallies tallies = gate.meters().keyless(workspaceId, projectId);
        return answer(request, projectId, path, false, bytes -> tallies.served(bytes, now));
    }

    private Answer answer(Request request, String projectId, String path, boolean keyed, LongConsumer served) {
        long asOf = memory.changes();
        Optional<String> version = request.query("v"); // refused before a file is open and counted
        DeliveredFile file = parts.media()
                .files()
                .delivered(request, projectId, path, keyed)
                .orElseThrow(() -> Failure.notFound(NO_FILE));
        DeliveredFile.Reply reply = file.orClosed(() -> {
            if (request.queryString().isEmpty()) {
                parts.projects()
                        .find(projectId)
                        .ifPresent(project -> memory.keep(
                                project.workspaceId(), projectId, path, file, caching(version, file), asOf));
            }
            return file.reply(request);
        });
        served.accept(reply.bytes());
        return varied(reply.answer(), keyed, file)
                .withHeader("Cache-Control", (keyed ? "private, " : "public, ") + caching(version, file));
    }

    private static Answer varied(Answer answer, boolean keyed, DeliveredFile file) {
        String by = Stream.of(keyed ? "Authorization" : "", file.byAccept() ? "Accept" : "")
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(", "));
        return by.isEmpty() ? answer : answer.withHeader("Vary", by);
    }

    /** How long a client may cache a file. An original never changes; a variant may, and then has another {@code v}. */
    private static String caching(Optional<String> version, DeliveredFile file) {
        if (file.passing()) {
            return BRIEF;
        }
        if (file.version() == 0) {
            return UNCHANGING;
        }
        if (version.isEmpty()) {
            return HOURLY;
        }
        return version.get().equals(Integer.toString(file.version())) ? UNCHANGING : BRIEF;
    }
}
