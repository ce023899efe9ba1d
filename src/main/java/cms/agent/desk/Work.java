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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The context of one call of a tool: for whom, on which branch, with which options and services. One noun because it is
 * made again for each call: the person's rights and the branch may have changed since the last one.
 *
 * @param place the caller's present rights in the project
 * @param branch the conversation's open change, which reads show and writes go to; empty for none
 * @param activeLocale the locale that the person has open
 * @param isTrial whether this is a dry run, which writes nothing
 * @param isAgreed whether a person has agreed to this call
 * @param mark by which a repeated write is recognised
 * @param origins the entries with text of strangers that the agent wrote
 * @param gone whether the result is not awaited any more, for instance because the turn was stopped
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

    /** The same call, whose result is not awaited any more once {@code late} is true either. */
    Work orGone(BooleanSupplier late) {
        BooleanSupplier either = () -> gone.getAsBoolean() || late.getAsBoolean();
        return new Work(verbs, place, author, branch, activeLocale, isTrial, isAgreed, mark, origins, either);
    }

    /** Runs a computation on content in a computing turn of the workspace. */
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

    /** The media service; empty where the installation has none. */
    public Optional<Media> media() {
        return verbs.media();
    }

    /** Options for writes of content, which go to the open change. */
    public WriteOptions options() {
        WriteOptions own = landing();
        return branch.map(own::onBranch).orElse(own);
    }

    /** Options for writes that land at once. */
    public WriteOptions landing() {
        WriteOptions own = WriteOptions.none().marked(mark);
        return isTrial ? own.tried() : own;
    }

    /** @throws Failure NOT_FOUND with the names of the existing models */
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

    /** The entries among these that visitors have written. */
    public Set<String> ofVisitors(String model, List<String> entryIds) {
        return forms().writtenByVisitors(place, model, entryIds);
    }

    /** The entries among these that the agent wrote after it had read text of strangers. */
    public Set<String> afterStrangers(String model, List<String> entryIds) {
        return origins.ofStrangers(model, entryIds);
    }

    /** Records the entries that a call is about to write text into. */
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

    /** Entries that match words, as {@link Contents#search} returns them. */
    public ObjectNode search(String words, Optional<String> model, int limit) {
        return inTurn(() -> contents().search(place, branch, words, model, Optional.empty(), limit));
    }

    /** When each entry of a model in a locale was last changed, by id, as the newest landing left it. */
    public Map<String, Instant> updates(String model, Optional<String> locale) {
        return inTurn(() -> contents().updates(place, model, locale));
    }

    /** The findings of the checks, of one model and locale or of all; computed in pieces. */
    public List<Finding> validated(Optional<String> model, Optional<String> locale) {
        Validation validation = inTurn(() -> contents().validation(place, branch, model, locale));
        boolean more = true;
        while (more) {
            more = inTurn(validation::checkNext);
        }
        return validation.findings();
    }

    /** The answer of {@code P/health}. */
    public ObjectNode health() {
        return inTurn(() -> contents().health(place, branch));
    }

    /** The locale in which an entry is looked for that another one lacks. */
    public Optional<String> defaultLocale() {
        return contents().defaultLocale(place, branch);
    }

    /**
     * The locale of a call: the named one, else the active one, else the project's default; empty for a model without
     * locales.
     */
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
