package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Somebody who writes to one project until the service is gone, and notes only what was acknowledged. */
final class Writer {
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final int REPEATED_MAX = 20;
    private static final String NO_ANSWER = "";
    private static final Duration BUSY_MAX = Duration.ofMinutes(1);

    /** What was sent since the last repetition, and the branch and commit that it was answered with. */
    private final Map<String, String> sent = new ConcurrentSkipListMap<>();

    private final String p;
    private final Acknowledged acknowledged;

    private volatile Person person;

    Writer(Person person, String p, Acknowledged acknowledged) {
        this.person = person;
        this.p = p;
        this.acknowledged = acknowledged;
    }

    /** The same at the service that was started again. */
    void at(Person again) {
        person = again;
    }

    /** Saves a new entry, and merges it when it waits for review; false when it was not acknowledged. */
    boolean save() {
        String id = "n" + NUMBER.incrementAndGet();
        sent.put(id, NO_ANSWER);
        return send(id);
    }

    /**
     * Sends again, with their keys, what was not answered, and the last of what was: each is carried out once and
     * answered as before.
     */
    void repeat() {
        List<String> unanswered = new ArrayList<>();
        List<String> answered = new ArrayList<>();
        sent.forEach((id, answer) -> (answer.equals(NO_ANSWER) ? unanswered : answered).add(id));
        answered.subList(0, Math.max(0, answered.size() - REPEATED_MAX)).clear();
        for (String id : unanswered) {
            assertThat(send(id))
                    .as("the save of %s, which was cut off, sent again", id)
                    .isTrue();
        }
        for (String id : answered) {
            String before = sent.get(id);
            assertThat(send(id)).as("the save of %s, sent again", id).isTrue();
            assertThat(sent.get(id)).as("what the same request is answered").isEqualTo(before);
        }
        sent.clear();
    }

    private boolean send(String id) {
        Reply reply = answered(id);
        if (reply.status() != 200) {
            return false;
        }
        JsonNode json = reply.json();
        String branch = json.at("/branch").asString();
        String sha = json.at("/commit/sha").asString();
        sent.put(id, branch + " " + sha);
        if (json.at("/workflow").asString().equals("review")) {
            acknowledged.waiting(branch, sha);
            acknowledged.news("opened " + branch);
            if (merge(branch)) {
                acknowledged.entry(id);
            }
        } else {
            acknowledged.entry(id);
            acknowledged.news("landed " + branch);
        }
        return true;
    }

    /** A busy machine may turn a save away; it comes again when the answer says so, under the same key. */
    private Reply answered(String id) {
        Http http = person.http().with("Idempotency-Key", id);
        Map<String, ?> entry = Map.of("data", Map.of(id, Map.of("name", "A " + id)));
        long deadline = System.nanoTime() + BUSY_MAX.toNanos();
        Reply reply = http.attempt(p + "/content/authors", entry);
        while (reply.status() == 503 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(reply.retryAfter().toNanos());
            reply = http.attempt(p + "/content/authors", entry);
        }
        return reply;
    }

    /** Pushes a change of the same file with Git and merges it over HTTP. */
    void pushChange(GitClient clone) {
        String id = "n" + NUMBER.incrementAndGet();
        clone.git("fetch", "--quiet", "--prune", "origin");
        clone.git("checkout", "--quiet", "--force", "-B", "work", "origin/cms");
        addAuthor(clone, id);
        String sha = clone.commit("Add " + id);
        String branch = "cr/crash/" + id;
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);
        acknowledged.waiting(branch, sha);
        acknowledged.news("opened " + branch);
        if (merge(branch)) {
            acknowledged.commit(sha);
        }
    }

    /** Pushes to the default branch; a race with somebody else's write is no failure. */
    void pushMain(GitClient clone) {
        clone.git("fetch", "--quiet", "--prune", "origin");
        clone.git("checkout", "--quiet", "--force", "-B", "work", "origin/main");
        String id = "n" + NUMBER.incrementAndGet();
        String sha = clone.write("notes/" + id + ".txt", id).commit("Note " + id);
        if (clone.attempt("push", "--quiet", "origin", "HEAD:refs/heads/main").code() == 0) {
            acknowledged.commit(sha);
        }
    }

    private boolean merge(String branch) {
        boolean merged = person.http()
                        .with("Idempotency-Key", branch)
                        .attempt(p + "/branches/" + branch.replace("/", "%2F") + "/merge", Map.of())
                        .status()
                == 200;
        if (merged) {
            acknowledged.news("landed " + branch);
        }
        return merged;
    }

    private static void addAuthor(GitClient clone, String id) {
        try {
            var file = clone.folder().resolve(StoredProject.AUTHORS);
            ObjectNode authors = (ObjectNode) cms.platform.json.Json.parse(Files.readAllBytes(file));
            authors.putObject(id).put("name", "A " + id);
            clone.write(StoredProject.AUTHORS, authors.toPrettyString() + "\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
