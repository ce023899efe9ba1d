package cms.delivery;

import cms.delivery.build.Body;
import cms.delivery.build.BundleMark;
import cms.delivery.build.Site;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Place;
import cms.delivery.serve.Release;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.objects.Objects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stores releases as objects: the bytes that a build made first in one pack, and a record that says which bytes of
 * which pack stand under each path. What did not change is neither written nor read again.
 */
final class ReleaseFiles {
    private static final int PACKS_MAX = 40;

    private final Objects objects;
    private final String folder;

    ReleaseFiles(Objects objects, String projectId) {
        this.objects = objects;
        this.folder = "delivery/" + projectId + "/";
    }

    /** A stored release and how much of it was new. */
    record Stored(Release release, Set<String> packs, int written) {}

    /** Stores what is new and then the record; nothing is current before the caller says so. */
    Stored write(Build build, Site site, @Nullable Release before) {
        Map<String, Entity> known = before == null || isScattered(before) ? Map.of() : before.files();
        List<Body> fresh = new ArrayList<>();
        int packBytes = 0;
        Map<String, Entity> files = HashMap.newHashMap(site.files().size());
        Set<String> packs = new TreeSet<>();
        for (Map.Entry<String, Body> file : site.files().entrySet()) {
            Body body = file.getValue();
            Entity entity = known.get(file.getKey());
            if (entity == null || !entity.body().hash().equals(body.hash())) {
                entity = new Entity(body, new Place(build.id(), packBytes));
                packBytes = Math.addExact(packBytes, body.size());
                fresh.add(body);
            }
            files.put(file.getKey(), entity);
            packs.add(entity.place().buildId());
        }
        Release release = new Release(
                build.id(), build.branch(), site.commitSha(), site.builtAt(), site.nextChange(), files, site.marks());
        objects.put(pack(build.id()), joined(fresh, packBytes));
        objects.put(record(build.id()), Json.bytes(describe(release)));
        return new Stored(release, packs, fresh.size());
    }

    /** In one array of just this size: a full release is large, and all of it is in memory besides. */
    private static byte[] joined(List<Body> bodies, int size) {
        byte[] pack = new byte[size];
        int at = 0;
        for (Body body : bodies) {
            body.content().get(pack, at, body.size());
            at += body.size();
        }
        return pack;
    }

    /**
     * Brings a release back into memory; empty when objects of it are missing.
     *
     * @param known a release that is in memory; what both share is not read again
     */
    Optional<Release> read(String buildId, @Nullable Release known) {
        Optional<byte[]> stored = objects.get(record(buildId));
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        JsonNode described = Json.parse(stored.get());
        Map<String, Entity> files = new HashMap<>();
        Map<String, List<Map.Entry<String, JsonNode>>> wanted = new TreeMap<>();
        for (Map.Entry<String, JsonNode> file : described.get("files").properties()) {
            Entity shared = known == null ? null : known.files().get(file.getKey());
            if (shared != null
                    && shared.body().hash().equals(file.getValue().get(3).asString())) {
                files.put(file.getKey(), shared);
            } else {
                String pack = file.getValue().get(0).asString();
                wanted.computeIfAbsent(pack, id -> new ArrayList<>()).add(file);
            }
        }
        Map<String, byte[]> packs = packs(wanted.keySet());
        for (Map.Entry<String, List<Map.Entry<String, JsonNode>>> of : wanted.entrySet()) {
            byte[] pack = packs.getOrDefault(of.getKey(), new byte[0]);
            for (Map.Entry<String, JsonNode> file : of.getValue()) {
                int offset = file.getValue().get(1).asInt();
                int end = offset + file.getValue().get(2).asInt();
                if (end > pack.length) {
                    return Optional.empty();
                }
                Body body = Body.stored(file.getValue().get(3).asString(), Arrays.copyOfRange(pack, offset, end));
                files.put(file.getKey(), new Entity(body, new Place(of.getKey(), offset)));
            }
        }
        return Optional.of(release(buildId, described, files));
    }

    /** Fetches all at the same time, because each may be a journey to a store elsewhere. */
    private Map<String, byte[]> packs(Set<String> ids) {
        Map<String, byte[]> packs = new ConcurrentHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> fetching = new ArrayList<>();
            for (String id : ids) {
                fetching.add(threads.submit(() -> objects.get(pack(id)).ifPresent(bytes -> packs.put(id, bytes))));
            }
            for (Future<?> one : fetching) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The service is stopping; try again.").causedBy(stopping);
        }
        return packs;
    }

    private static Release release(String buildId, JsonNode described, Map<String, Entity> files) {
        return new Release(
                buildId,
                described.path("branch").asString(""),
                described.get("commitSha").asString(),
                Instant.parse(described.get("builtAt").asString()),
                Optional.ofNullable(described.get("nextChange")).map(text -> Instant.parse(text.asString())),
                files,
                marks(described.get("marks")));
    }

    void deleteRecord(String buildId) {
        objects.delete(record(buildId));
    }

    void deletePack(String buildId) {
        objects.delete(pack(buildId));
    }

    /** Removes everything of the project. */
    void deleteAll() {
        objects.deleteAll(folder);
    }

    /** Whether it lies in so many packs that storing it together again is the cheaper way. */
    private static boolean isScattered(Release release) {
        return release.files().values().stream()
                        .map(entity -> entity.place().buildId())
                        .distinct()
                        .count()
                > PACKS_MAX;
    }

    private String pack(String buildId) {
        return folder + buildId + ".pack";
    }

    private String record(String buildId) {
        return folder + buildId + ".json";
    }

    private static ObjectNode describe(Release release) {
        ObjectNode described = Json.object()
                .put("version", 1)
                .put("branch", release.branch())
                .put("commitSha", release.commitSha())
                .put("builtAt", release.builtAt().toString());
        release.nextChange().ifPresent(change -> described.put("nextChange", change.toString()));
        ObjectNode marks = described.putObject("marks");
        release.marks()
                .forEach((locale, mark) -> marks.putArray(locale)
                        .add(mark.pathsHash())
                        .add(mark.commitSha())
                        .add(mark.builtAt().toString()));
        ObjectNode files = described.putObject("files");
        new TreeMap<>(release.files())
                .forEach((path, entity) -> files.putArray(path)
                        .add(entity.place().buildId())
                        .add(entity.place().offset())
                        .add(entity.body().size())
                        .add(entity.body().hash()));
        return described;
    }

    private static Map<String, BundleMark> marks(JsonNode described) {
        Map<String, BundleMark> marks = new TreeMap<>();
        described
                .properties()
                .forEach(mark -> marks.put(
                        mark.getKey(),
                        new BundleMark(
                                mark.getValue().get(0).asString(),
                                mark.getValue().get(1).asString(),
                                Instant.parse(mark.getValue().get(2).asString()))));
        return marks;
    }
}
