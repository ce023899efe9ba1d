package cms.delivery.preview;

import cms.delivery.build.Bundle;
import cms.delivery.build.DeliveredBytes;
import cms.delivery.build.Renderings;
import cms.delivery.build.Site;
import cms.delivery.build.SiteBuilder;
import cms.delivery.pack.PackBuffer;
import cms.git.CommitId;
import cms.githost.Hosting;
import cms.platform.objects.Objects;
import cms.project.AllowedModels;
import cms.project.Project;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The files that changes would deliver, built at the first read and cached for a while, by commit and by the models
 * that the maker of the preview may see.
 */
public final class PreviewSites {
    private static final long BYTES_MAX = 32L << 20;
    private static final Duration IDLE_MAX = Duration.ofMinutes(10);

    private static final String KEY = "delivery/preview";

    private final Hosting hosting;
    private final Objects objects;
    private final Renderings renderings;
    private final PreviewPlaces places;
    private final ConcurrentMap<Key, CompletableFuture<Map<String, DeliveredBytes>>> underWay =
            new ConcurrentHashMap<>();
    private final Cache<Key, Map<String, DeliveredBytes>> built = Caffeine.newBuilder()
            .maximumWeight(BYTES_MAX)
            .weigher((Key key, Map<String, DeliveredBytes> files) -> weight(files))
            .expireAfterAccess(IDLE_MAX)
            .scheduler(Scheduler.systemScheduler())
            .build();

    /** @param objects the store whose folder of unfinished objects holds large previews, which never become objects */
    public PreviewSites(Hosting hosting, Objects objects, Renderings renderings, PreviewPlaces places) {
        this.objects = objects;
        this.renderings = renderings;
        this.hosting = hosting;
        this.places = places;
    }

    private record Key(String projectId, String commitSha, Optional<List<String>> models) {}

    /** The tip of a branch; empty when it was removed. Until {@code cms} exists, it is that of the default branch. */
    Optional<CommitId> tip(Project project, String branch) {
        Optional<CommitId> there = hosting.tip(project.repoFullName(), branch);
        return branch.equals(Previews.LANDED)
                ? there.or(() -> hosting.tip(project.repoFullName(), project.defaultBranch()))
                : there;
    }

    /** Every file of a commit by its delivery path, as far as the models are allowed. */
    Map<String, DeliveredBytes> files(Project project, String branch, CommitId commit, AllowedModels models) {
        Key key = new Key(project.id(), commit.sha(), models.list());
        Map<String, DeliveredBytes> known = built.getIfPresent(key);
        return known != null ? known : shared(key, project, branch, commit, models);
    }

    /** Builds a site in its turn; readers who come meanwhile wait for the same one. */
    private Map<String, DeliveredBytes> shared(
            Key key, Project project, String branch, CommitId commit, AllowedModels models) {
        CompletableFuture<Map<String, DeliveredBytes>> mine = new CompletableFuture<>();
        CompletableFuture<Map<String, DeliveredBytes>> other = underWay.putIfAbsent(key, mine);
        if (other != null) {
            return places.await(other);
        }
        try {
            Map<String, DeliveredBytes> files =
                    places.inTurn(project.workspaceId(), () -> build(project, branch, commit, models));
            built.put(key, files);
            mine.complete(files);
            return files;
        } catch (RuntimeException | Error failed) {
            mine.completeExceptionally(failed);
            throw failed;
        } finally {
            underWay.remove(key, mine);
        }
    }

    /** Drops the previews of a deleted project. */
    public void forget(String projectId) {
        built.asMap().keySet().removeIf(key -> key.projectId().equals(projectId));
    }

    private Map<String, DeliveredBytes> build(Project project, String branch, CommitId commit, AllowedModels models) {
        try (PackBuffer buffer = new PackBuffer(objects, KEY, PackBuffer.HEAP_BYTES_MAX)) {
            var input = new SiteBuilder.Input(
                    hosting.repository(project.repoFullName()).tree(commit),
                    commit.sha(),
                    branch,
                    places.clock().instant(),
                    Site.Before.nothing(),
                    (path, body) -> onto(buffer, body));
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
