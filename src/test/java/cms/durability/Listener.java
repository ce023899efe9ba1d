package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Somebody who listens to the news of one project, is cut off by each kill, and goes on after the last id that he
 * heard. What has no id belongs to the next one that has: a client that is cut off between them has heard neither.
 */
final class Listener {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private final String path;
    private final Supplier<Set<String>> reading;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, Integer> heard = new ConcurrentHashMap<>();
    private final Set<String> read = ConcurrentHashMap.newKeySet();
    private volatile String lastId = "";
    private volatile @Nullable Person listening;
    private volatile int resets;

    /** {@code reading} is what somebody finds who reads everything anew. */
    Listener(String p, Supplier<Set<String>> reading) {
        this.path = p + "/events";
        this.reading = reading;
    }

    /** Hears until the service is gone; who was too slow and is cut off connects again, as browsers do. */
    void listen(Person person) {
        listening = person; // whoever listened before does not come back, also where the port is the same again
        InputStream first = connect(person);
        Thread.startVirtualThread(() -> {
            try {
                hear(first);
                while (person.equals(listening)) {
                    hear(connect(person));
                }
            } catch (UncheckedIOException | AssertionError gone) {
                // The next start of the service goes on after the last id.
            }
        });
    }

    private InputStream connect(Person person) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        person.http().base().resolve(path))
                .header("Authorization", "Bearer " + person.token());
        if (!lastId.isEmpty()) {
            request.header("Last-Event-ID", lastId);
        }
        try {
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).as("listening to " + path).isEqualTo(200);
            return response.body();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** Until the first event came, nobody could resume. */
    void hasBegun() {
        await(() -> "the first event of " + path, () -> !lastId.isEmpty());
    }

    /** Each of these was told once, or stood in what the listener read after he was told to read everything anew. */
    void hasHeardOnce(Set<String> facts) {
        await(
                () -> "news of " + path + " that were never told: " + missing(facts),
                () -> missing(facts).isEmpty());
        assertThat(heard)
                .as("news of %s that were told twice", path)
                .allSatisfy((fact, times) -> assertThat(times).as(fact).isEqualTo(1));
    }

    int resets() {
        return resets;
    }

    private Set<String> missing(Set<String> facts) {
        Set<String> missing = new HashSet<>(facts);
        missing.removeAll(heard.keySet());
        missing.removeAll(read);
        return missing;
    }

    private void hear(InputStream stream) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            List<JsonNode> held = new ArrayList<>();
            String id = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring("id: ".length());
                } else if (line.startsWith("data: ")) {
                    held.add(Json.parse(line.substring("data: ".length())));
                } else if (line.isEmpty() && !id.isEmpty()) {
                    held.forEach(this::note);
                    held.clear();
                    lastId = id;
                    id = "";
                }
            }
        } catch (IOException killed) {
            // The next connection goes on after the last id.
        }
    }

    private void note(JsonNode event) {
        String type = event.get("type").asString();
        if (type.equals("reset")) {
            resets++;
            read.addAll(reading.get());
        } else if (type.startsWith("change.")) {
            heard.merge(
                    type.substring("change.".length()) + " "
                            + event.get("branch").asString(),
                    1,
                    Integer::sum);
        }
    }

    private static void await(Supplier<String> what, BooleanSupplier isTrue) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!isTrue.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
