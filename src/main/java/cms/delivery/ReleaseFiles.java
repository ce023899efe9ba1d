package cms.delivery;

import cms.delivery.build.Body;
import cms.delivery.build.BundleMark;
import cms.delivery.build.Site;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Place;
import cms.delivery.serve.Release;
import cms.platform.json.Json;
import cms.platform.objects.Objects;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
        ByteArrayOutputStream pack = new ByteArrayOutputStream();
        Map<String, Entity> files = HashMap.newHashMap(site.files().size());
        Set<String> packs = new TreeSet<>();
        int[] written = {0};
        site.files().forEach((path, body) -> {
            Entity entity = known.get(path);
            if (entity == null || !entity.body().hash().equals(body.hash())) {
                entity = new Entity(body, new Place(build.id(), pack.size()));
                pack.writeBytes(body.bytes());
                written[0]++;
            }
            files.put(path, entity);
            packs.add(entity.place().buildId());
        });
        Release release = new Release(
                build.id(), build.branch(), site.commitSha(), site.builtAt(), site.nextChange(), files, site.marks());
        objects.put(pack(build.id()), pack.toByteArray());
        objects.put(record(build.id()), Json.bytes(describe(release)));
        return new Stored(release, packs, written[0]);
    }

    /** Brings a release back into memory; empty when objects of it are missing. */
    Optional<Release> read(String buildId) {
        Optional<byte[]> stored = objects.get(record(buildId));
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        JsonNode described = Json.parse(stored.get());
        Map<String, byte[]> packs = new HashMap<>();
        Map<String, Entity> files = new HashMap<>();
        for (Map.Entry<String, JsonNode> file : described.get("files").properties()) {
            String packId = file.getValue().get(0).asString();
            byte[] pack =
                    packs.computeIfAbsent(packId, id -> objects.get(pack(id)).orElse(new byte[0]));
            int offset = file.getValue().get(1).asInt();
            int end = offset + file.getValue().get(2).asInt();
            if (end > pack.length) {
                return Optional.empty();
            }
            Body body = Body.stored(file.getValue().get(3).asString(), Arrays.copyOfRange(pack, offset, end));
            files.put(file.getKey(), new Entity(body, new Place(packId, offset)));
        }
        return Optional.of(new Release(
                buildId,
                described.path("branch").asString(""),
                described.get("commitSha").asString(),
                Instant.parse(described.get("builtAt").asString()),
                Optional.ofNullable(described.get("nextChange")).map(text -> Instant.parse(text.asString())),
                files,
                marks(described.get("marks"))));
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
