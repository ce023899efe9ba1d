package cms.delivery.read;

import cms.delivery.build.Body;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.platform.json.Json;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Delivered files as rows; parsed once while they are asked about. */
final class Tables {
    private static final long BYTES_MAX = 16L << 20;
    private static final Duration IDLE_MAX = Duration.ofMinutes(1);

    private final Cache<String, Parsed> parsed = Caffeine.newBuilder()
            .maximumWeight(BYTES_MAX)
            .weigher((String hash, Parsed file) -> file.bytes())
            .expireAfterAccess(IDLE_MAX)
            .build();

    private record Parsed(JsonNode value, int bytes) {}

    Of of(Release release) {
        return new Of(release);
    }

    /** The tables of one release. */
    final class Of {
        private final Release release;

        private Of(Release release) {
            this.release = release;
        }

        /** The definition of a model; null when there is none. */
        @Nullable
        JsonNode model(String id) {
            return read("models/" + id + ".json");
        }

        /** What is delivered in a locale; a model that is not translated has the same in each. */
        Optional<Rows> rows(String modelId, String locale) {
            JsonNode model = model(modelId);
            if (model == null) {
                return Optional.empty();
            }
            String kind = model.path("kind").asString("");
            String folder = kind.equals("document") ? "documents/" + modelId + "/_index/" : "content/" + modelId + "/";
            JsonNode delivered = read(folder + locale + ".json");
            if (delivered == null) {
                delivered = read(folder + "data.json");
            }
            return Optional.ofNullable(delivered).map(found -> Rows.of(found, kind.equals("collection")));
        }

        private @Nullable JsonNode read(String path) {
            Entity entity = release.files().get(path);
            return entity == null ? null : parse(entity.body());
        }
    }

    private JsonNode parse(Body body) {
        Parsed known = parsed.getIfPresent(body.hash());
        if (known == null) {
            known = new Parsed(Json.parse(body.bytes()), body.size());
            parsed.put(body.hash(), known);
        }
        return known.value();
    }
}
