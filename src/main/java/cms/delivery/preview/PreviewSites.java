package cms.delivery.preview;

import cms.delivery.build.BodySink;
import cms.delivery.build.Bundle;
import cms.delivery.build.DeliveredBytes;
import cms.delivery.build.Renderings;
import cms.delivery.build.Site;
import cms.delivery.build.SiteBuilder;
import cms.delivery.pack.PackBuffer;
import cms.format.ContentBranches;
import cms.git.CommitId;
import cms.githost.Hosting;
import cms.platform.compute.SharedWork;
import cms.platform.objects.Objects;
import cms.project.AllowedModels;
import cms.project.Project;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The files that changes would deliver, built at the first read and cached for a while, by commit and by the models
 * that the maker of the preview may see.
 */
public final class PreviewSites {
    private static final long BYTES_MAX = 32L << 20;
    private static final Duration IDLE_MAX = Duration.ofMinutes(10);

    /** A reader who waits for another one's build waits for its turn, for its room, for its turn again and for it. */
    private static final Duration SHARED_WAIT_MAX = PreviewPlaces.WAIT_MAX.multipliedBy(4);

    private static final String KEY = "delivery/preview";

    private final Hosting hosting;
    private final Objects objects;
    private final Renderings renderings;
    private final PreviewPlaces places;
    private final InstantSource clock;
    private final SharedWork<Key, Map<String, DeliveredBytes>> underWay =
            new SharedWork<>(SHARED_WAIT_MAX, PreviewPlaces::busy);
    private final Cache<Key, Map<String, DeliveredBytes>> built = Caffeine.newBuilder()
            .maximumWeight(BYTES_MAX)
            .weigher((Key key, Map<String, DeliveredBytes> files) -> weight(files))
            .expireAfterAccess(IDLE_MAX)
            .scheduler(Scheduler.systemScheduler())
            .build();

    /** @param objects the store whose folder of unfinished objects holds large previews, which never become objects */
    public PreviewSites(
            Hosting hosting, Objects objects, Renderings renderings, PreviewPlaces places, InstantSource clock) {
        this.objects = objects;
        this.renderings = renderings;
        this.hosting = hosting;
        this.places = places;
        this.clock = clock;
    }

    private record Key(String projectId, String commitSha, Optional<List<String>> models) {}

    /** The tip of a branch; empty when it was removed. Until {@code cms} exists, it is that of the default branch. */
    Optional<CommitId> tip(Project project, String branch) {
        Optional<CommitId> there = hosting.tip(project.repoFullName(), branch);
        return branch.equals(ContentBranches.TRUNK)
                ? there.or(() -> hosting.tip(project.repoFullName(), project.defaultBranch()))
                : there;
    }

    /**
     * Every file of a commit by its delivery path, as far as the models are allowed; built in its turn at the first
     * read.
     */
    Map<String, DeliveredBytes> files(Project project, String branch, CommitId commit, AllowedModels models) {
        Key key = new Key(project.id(), commit.sha(), models.list());
        Map<String, DeliveredBytes> known = built.getIfPresent(key);
        if (known != null) {
            return known;
        }
        return underWay.of(key, () -> {
            Map<String, DeliveredBytes> files =
                    places.inTurn(project.workspaceId(), room -> build(project, branch, commit, models, room::take));
            built.put(key, files);
            return files;
        });
    }

    /** Drops the previews of a deleted project. */
    public void forget(String projectId) {
        built.asMap().keySet().removeIf(key -> key.projectId().equals(projectId));
    }

    private Map<String, DeliveredBytes> build(
            Project project, String branch, CommitId commit, AllowedModels models, LongConsumer room) {
        try (PackBuffer buffer = new PackBuffer(objects, KEY, PackBuffer.HEAP_BYTES_MAX)) {
            var input = new SiteBuilder.Input(
                    hosting.repository(project.repoFullName()).tree(commit),
                    commit.sha(),
                    branch,
                    clock.instant(),
                    Site.Before.nothing(),
                    ((BodySink) (path, body) -> onto(buffer, body)).within(room));
            Map<String, DeliveredBytes> files = SiteBuilder.withDrafts(
                            project.contentRoot(), models::allows, renderings.of(project.repoFullName()))
                    .build(input, (model, number, total) -> {})
                    .files();
            if (bytes(files) > BYTES_MAX) {
                files.forEach((path, body) -> {
                    if (Bundle.isAt(path)) {
                        onto(buffer, body); // joined once and in the file, as one for each locale would fill the heap
                    }
                });
            }
            buffer.spill();
            return files;
        }
    }

    private static DeliveredBytes onto(PackBuffer buffer, DeliveredBytes body) {
        synchronized (buffer) {
            buffer.collect(body);
        }
        buffer.writeBatches();
        return body;
    }

    /** The weight of a site, at most half of the cache, so that a very large one is not built for each page. */
    private static int weight(Map<String, DeliveredBytes> files) {
        return (int) Math.min(bytes(files), BYTES_MAX / 2);
    }

    private static long bytes(Map<String, DeliveredBytes> files) {
        return files.values().stream().mapToLong(body -> body.size() + 200L).sum();
    }
}
