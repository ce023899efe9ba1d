package cms.durability;

import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Somebody who writes to one project until the service is gone, and notes only what was acknowledged. */
final class Writer {
    private static final AtomicLong NUMBER = new AtomicLong();

    private final Person person;
    private final String p;
    private final Acknowledged acknowledged;

    Writer(Person person, String p, Acknowledged acknowledged) {
        this.person = person;
        this.p = p;
        this.acknowledged = acknowledged;
    }

    /** Saves a new entry, and merges it when it waits for review; false when it was not acknowledged. */
    boolean save() {
        String id = "n" + NUMBER.incrementAndGet();
        Reply reply =
                person.http().attempt(p + "/content/authors", Map.of("data", Map.of(id, Map.of("name", "A " + id))));
        if (reply.status() != 200) {
            return false;
        }
        JsonNode json = reply.json();
        if (json.at("/workflow").asString().equals("review")) {
            String branch = json.at("/branch").asString();
            acknowledged.waiting(branch, json.at("/commit/sha").asString());
            if (merge(branch)) {
                acknowledged.entry(id);
            }
        } else {
            acknowledged.entry(id);
        }
        return true;
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
        return person.http()
                        .attempt(p + "/branches/" + branch.replace("/", "%2F") + "/merge", Map.of())
                        .status()
                == 200;
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
