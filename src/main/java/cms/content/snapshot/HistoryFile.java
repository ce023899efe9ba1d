package cms.content.snapshot;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the times of entries beside the repositories; a file that is missing or damaged counts as empty. */
final class HistoryFile {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final int VERSION = 2;

    private final Path path;

    /**
     * The content of the file.
     *
     * @param commit the last commit whose changes the times include; null for none
     * @param addresses the addresses of the models whose history was read ({@link EntryHistory})
     */
    record State(@Nullable String commit, Set<String> addresses, Map<String, Map<String, EntryTime>> times) {
        static State nothing() {
            return new State(null, Set.of(), Map.of());
        }
    }

    HistoryFile(Path path) {
        this.path = path;
    }

    State load() {
        try {
            if (!Files.exists(path)) {
                return State.nothing();
            }
            JsonNode stored = Json.parse(Files.readAllBytes(path));
            return stored.path("version").asInt(0) == VERSION ? read(stored) : State.nothing();
        } catch (IOException | Failure | DateTimeException damaged) {
            LOG.warn("{} is not readable and is made again", path, damaged);
            return State.nothing();
        }
    }

    void save(State state) {
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Path fresh = path.resolveSibling(path.getFileName() + ".new");
            Files.write(fresh, Json.bytes(json(state)));
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            LOG.warn("{} could not be written; a restart reads the history once more", path, failed);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException failed) {
            throw Failure.unavailable("The history of a deleted project could not be removed.")
                    .causedBy(failed);
        }
    }

    private static State read(JsonNode stored) {
        Set<String> addresses = new HashSet<>();
        stored.path("addresses").forEach(address -> addresses.add(address.asString()));
        Map<String, Map<String, EntryTime>> times = new HashMap<>();
        stored.path("times").properties().forEach(model -> {
            Map<String, EntryTime> entries = new HashMap<>();
            model.getValue().properties().forEach(entry -> entries.put(entry.getKey(), time(entry.getValue())));
            times.put(model.getKey(), entries);
        });
        return new State(stored.path("commit").asString(), addresses, times);
    }

    private static EntryTime time(JsonNode row) {
        return new EntryTime(
                Instant.ofEpochSecond(row.path(0).asLong()),
                Instant.ofEpochSecond(row.path(1).asLong()),
                row.path(2).asString());
    }

    private static ObjectNode json(State state) {
        ObjectNode json = Json.object().put("version", VERSION).put("commit", state.commit());
        state.addresses().forEach(json.putArray("addresses")::add);
        ObjectNode times = json.putObject("times");
        state.times().forEach((model, entries) -> {
            ObjectNode rows = times.putObject(model);
            entries.forEach((id, time) -> rows.putArray(id)
                    .add(time.created().getEpochSecond())
                    .add(time.updated().getEpochSecond())
                    .add(time.createdBy()));
        });
        return json;
    }
}
