package cms.review.details;

import cms.format.merge.ValueAddress;
import cms.git.Branch;
import cms.git.Commit;
import cms.git.Repository;
import cms.platform.heap.ComparisonRoom;
import cms.platform.json.Json;
import cms.review.branch.OpenChanges;
import cms.review.files.Scope;
import cms.review.history.CommitProof;
import cms.review.history.ParsedTrailers;
import cms.review.history.Trailers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The members of one open change in a list. */
final class ChangeDetails {
    static final String UNKNOWN = "unknown";

    private static final int ENTRIES_MAX = 20;

    private final Repository repository;
    private final OpenChanges open;
    private final CommitProof proof;

    /** An entry, document or whole of another kind that a change is about. */
    private record About(
            String model, @Nullable String locale, @Nullable String entry) {
        ObjectNode json() {
            return Json.object().put("model", model).put("locale", locale).put("entry", entry);
        }
    }

    ChangeDetails(Repository repository, OpenChanges open, CommitProof proof) {
        this.repository = repository;
        this.open = open;
        this.proof = proof;
    }

    /** @param tried whether to try out if the change still merges */
    ObjectNode of(Branch branch, Scope scope, boolean tried, ComparisonRoom room) {
        OpenChanges.Seen seen = open.filesAt(branch.tip(), scope);
        ObjectNode json = Json.object()
                .put("name", branch.name())
                .put("sha", branch.tip().sha())
                .put("protected", false);
        List<Commit> commits = open.commits(branch.tip());
        addAuthor(json, commits.isEmpty() ? repository.commit(branch.tip()) : commits.getLast());
        Commit newest = repository.commit(branch.tip());
        json.put("updatedAt", proof.trailers(newest).at(newest.author().time()).toString())
                .put("commits", commits.size());
        addContent(json, seen, room);
        Optional<List<ObjectNode>> clashes = tried ? open.conflicts(seen) : Optional.empty();
        String state =
                clashes.map(list -> list.isEmpty() ? "fits" : "conflicts").orElse(UNKNOWN);
        return json.put("state", state)
                .put("conflicts", clashes.map(List::size).orElse(null))
                .putNull("pullRequestUrl");
    }

    /** Adds the author of the first commit of the change. */
    private void addAuthor(ObjectNode json, Commit first) {
        ParsedTrailers trailers = proof.trailers(first);
        String email = trailers.value(Trailers.CO_AUTHOR);
        json.putObject("author")
                .put("id", orNull(trailers.actor()))
                .put("email", email.isEmpty() ? first.author().email() : email);
        String client = trailers.value(Trailers.CLIENT);
        json.put("message", first.subject())
                .put("client", client.isEmpty() ? "git" : client)
                .put("tool", orNull(trailers.value(Trailers.TOOL)))
                .put("via", orNull(trailers.value(Trailers.VIA)))
                .put("createdAt", trailers.at(first.author().time()).toString());
    }

    private static void addContent(ObjectNode json, OpenChanges.Seen seen, ComparisonRoom room) {
        Set<String> models = new TreeSet<>();
        Set<About> entries = new LinkedHashSet<>();
        long taken = room.bytes();
        List<ValueAddress> places = seen.places(room);
        for (ValueAddress place : places) {
            String model = place.model();
            if (model != null) {
                models.add(model);
                if (place.locale() != null || place.entry() != null) {
                    entries.add(new About(model, place.locale(), place.entry()));
                }
            }
        }
        models.forEach(json.putArray("models")::add);
        ArrayNode list = json.putArray("entries");
        entries.stream().limit(ENTRIES_MAX).forEach(entry -> list.add(entry.json()));
        json.putObject("counts")
                .put("entries", entries.size())
                .put("fields", places.size())
                .put("files", seen.files().size());
        room.giveBack(room.bytes() - taken);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
