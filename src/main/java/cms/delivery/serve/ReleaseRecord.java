package cms.delivery.serve;

import cms.delivery.build.BundleMark;
import cms.delivery.serve.PackPosition.Piece;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * The stored record of a release, beside its packs: {@code { version, branch, commitSha, builtAt, nextChange?, marks,
 * unsteady?, files }}, where {@code files} has for each path the pack, the offset and the size in bytes, and the hash;
 * for a file in several pieces pack, offset and size of each further piece follow. A bundle that is made of other files
 * names no pack.
 */
public final class ReleaseRecord {
    private static final int PIECE_MEMBERS = 3;

    private ReleaseRecord() {}

    /** A described file. */
    record File(String hash, List<Piece> pieces) {}

    static File file(JsonNode described) {
        List<Piece> pieces = new ArrayList<>();
        for (int at = 0; at < described.size(); at += at == 0 ? PIECE_MEMBERS + 1 : PIECE_MEMBERS) {
            pieces.add(new Piece(
                    new PackPosition(
                            described.get(at).asString(), described.get(at + 1).asInt()),
                    described.get(at + 2).asInt()));
        }
        return new File(described.get(PIECE_MEMBERS).asString(), pieces);
    }

    public static byte[] bytes(Release release) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("version", 1);
        described.put("branch", release.branch());
        described.put("commitSha", release.commitSha());
        described.put("builtAt", release.builtAt().toString());
        release.nextChange().ifPresent(change -> described.put("nextChange", change.toString()));
        Map<String, Object> marks = new TreeMap<>();
        release.marks()
                .forEach((locale, mark) -> marks.put(
                        locale,
                        List.of(
                                mark.pathsHash(),
                                mark.commitSha(),
                                mark.builtAt().toString())));
        described.put("marks", marks);
        if (!release.unsteady().isEmpty()) {
            described.put("unsteady", release.unsteady());
        }
        described.put("files", new Files(new TreeMap<>(release.files())));
        return Json.bytes(described);
    }

    /** @param files the entities of the record's {@code files} */
    public static Release release(String buildId, JsonNode described, Map<String, Entity> files) {
        return new Release(
                buildId,
                described.path("branch").asString(""),
                described.get("commitSha").asString(),
                Instant.parse(described.get("builtAt").asString()),
                Optional.ofNullable(described.get("nextChange")).map(text -> Instant.parse(text.asString())),
                files,
                marks(described.get("marks")),
                described.path("unsteady").valueStream().map(JsonNode::asString).collect(Collectors.toSet()));
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

    /** Describes each file when it is serialized, because all descriptions together are far larger than the record. */
    private static final class Files extends AbstractMap<String, Object> {
        private final Map<String, Entity> sorted;

        Files(Map<String, Entity> sorted) {
            this.sorted = sorted;
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<String, Object>> iterator() {
                    return sorted.entrySet().stream()
                            .map(file -> Map.<String, Object>entry(file.getKey(), described(file.getValue())))
                            .iterator();
                }

                @Override
                public int size() {
                    return sorted.size();
                }
            };
        }

        private static List<Object> described(Entity entity) {
            List<Object> described = new ArrayList<>();
            for (Piece piece : entity.pieces()) {
                described.add(piece.place().pack());
                described.add(piece.place().offset());
                described.add(piece.bytes());
                if (described.size() == PIECE_MEMBERS) {
                    described.add(entity.body().hash());
                }
            }
            return described;
        }
    }
}
