package cms.agent.desk;

import cms.access.Author;
import cms.content.Contents;
import cms.content.Validation;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.api.Finding;
import cms.content.api.WriteOptions;
import cms.format.ModelDefinition;
import cms.forms.Forms;
import cms.media.Media;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import cms.project.ProjectAccess;
import cms.review.Changes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one call of a tool works with: for whom, on which branch, how, and through which verbs. One noun because it is made
 * anew for each call: the person's rights and the branch may have changed since the last one.
 *
 * @param place what the caller may do now
 * @param branch the conversation's open change, which reads show and writes gather on; empty for none
 * @param activeLocale the one that the person looks at
 * @param isTrial whether nothing is written
 * @param isAgreed whether a person has agreed to this call
 * @param mark by which a write is known again
 * @param origins which entries hold text of strangers by what the agent wrote
 * @param gone whether nobody waits for the result any more, for instance because the turn was stopped
 */
public record Work(
        Verbs verbs,
        ProjectAccess place,
        Author author,
        Optional<String> branch,
        Optional<String> activeLocale,
        boolean isTrial,
        boolean isAgreed,
        IdempotencyMark.Write mark,
        TaintedEntries origins,
        BooleanSupplier gone) {

    /** The same call, after a person has agreed to it. */
    Work agreedTo() {
        return new Work(verbs, place, author, branch, activeLocale, isTrial, true, mark, origins, gone);
    }

    /** The same call, for which nobody waits once {@code late} says so. */
    Work orGone(BooleanSupplier late) {
        BooleanSupplier either = () -> gone.getAsBoolean() || late.getAsBoolean();
        return new Work(verbs, place, author, branch, activeLocale, isTrial, isAgreed, mark, origins, either);
    }

    /** Computes something of content in turn with other workspaces. */
    private <T> T inTurn(Supplier<T> piece) {
        return verbs.compute().run(place.project().workspaceId(), gone, piece);
    }

    public Contents contents() {
        return verbs.contents();
    }

    public Changes changes() {
        return verbs.changes();
    }

    public Forms forms() {
        return verbs.forms();
    }

    /** Empty where the service keeps none. */
    public Optional<Media> media() {
        return verbs.media();
    }

    /** How content is written: gathered on the open change. */
    public WriteOptions options() {
        WriteOptions own = landing();
        return branch.map(own::onBranch).orElse(own);
    }

    /** How what lands at once is written. */
    public WriteOptions landing() {
        WriteOptions own = WriteOptions.none().marked(mark);
        return isTrial ? own.tried() : own;
    }

    /** @throws Failure NOT_FOUND with the models that there are */
    public ModelDefinition model(String id) {
        List<ModelDefinition> models = models();
        return models.stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> {
                    String known = String.join(
                            ", ",
                            models.stream().map(ModelDefinition::id).limit(50).toList());
                    return Failure.notFound("There is no model " + id + "; there are: " + known + ".");
                });
    }

    /** Those of a model's entries that visitors have written. */
    public Set<String> ofVisitors(String model, List<String> entryIds) {
        return forms().writtenByVisitors(place, model, entryIds);
    }

    /** Those of a model's entries that the agent wrote after it had read text of strangers. */
    public Set<String> afterStrangers(String model, List<String> entryIds) {
        return origins.ofStrangers(model, entryIds);
    }

    /** To be called with the entries that a call is about to write text into. */
    public void writing(String model, List<String> entryIds) {
        if (!isTrial) {
            origins.writing(model, entryIds);
        }
    }

    public ObjectNode overview() {
        return contents().overview(place, branch);
    }

    /** The models that the caller may see. */
    public List<ModelDefinition> models() {
        return contents().models(place, branch);
    }

    /** A page of entries. */
    public EntryPage list(EntryQuery query) {
        return inTurn(() -> contents().list(place, query));
    }

    /** Entries that hold words, as {@link Contents#search} answers them. */
    public ObjectNode search(String words, Optional<String> model, int limit) {
        return inTurn(() -> contents().search(place, branch, words, model, Optional.empty(), limit));
    }

    /** What is wrong with entries, of one model and locale or of all; computed in pieces. */
    public List<Finding> validated(Optional<String> model, Optional<String> locale) {
        Validation validation = inTurn(() -> contents().validation(place, branch, model, locale));
        boolean more = true;
        while (more) {
            more = inTurn(validation::goOn);
        }
        return validation.findings();
    }

    /** The answer of {@code P/health}. */
    public ObjectNode health() {
        return inTurn(() -> contents().health(place, branch));
    }

    /** The locale that is meant: named, else the one looked at, else the project's; empty for a model without any. */
    public Optional<String> locale(ModelDefinition model, Optional<String> named) {
        if (named.isPresent() || !model.i18n()) {
            return named;
        }
        JsonNode locales = overview().path("config").path("locales");
        List<String> supported =
                locales.path("supported").valueStream().map(JsonNode::asString).toList();
        return activeLocale
                .filter(supported::contains)
                .or(() -> Optional.of(locales.path("default").asString("")).filter(text -> !text.isEmpty()))
                .filter(place.locales()::allows)
                .or(() -> supported.stream().filter(place.locales()::allows).findFirst());
    }
}
