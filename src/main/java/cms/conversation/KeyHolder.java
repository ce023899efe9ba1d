package cms.conversation;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.agent.Program;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.instance.Instance;
import cms.platform.limits.ChosenLimits;
import cms.platform.limits.RateLimit;
import cms.project.Access;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.usage.Month;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A program with its key. The settings of the key are read at each call, so that restrictions apply at once. */
final class KeyHolder implements Program {
    private final Instance instance;
    private final Access access;
    private final KeyStore store;
    private final Project project;
    private final KeyRow first;

    private KeyHolder(Instance instance, Access access, KeyStore store, Project project, KeyRow first) {
        this.instance = instance;
        this.access = access;
        this.store = store;
        this.project = project;
        this.first = first;
    }

    static KeyHolder of(Instance instance, Access access, KeyStore store, Project project, String keyId) {
        KeyRow row = instance.database()
                .read(tx -> store.find(tx, project.id(), keyId, month(instance).begin()))
                .orElseThrow(() -> Failure.unauthenticated("This key is not valid any more."));
        return new KeyHolder(instance, access, store, project, row);
    }

    /** The present month, by which messages of a key are counted. */
    static Month month(Instance instance) {
        return Month.at(instance.clock().instant());
    }

    private KeyRow now() {
        return instance.database()
                .read(tx ->
                        store.find(tx, project.id(), first.id(), month(instance).begin()))
                .filter(row -> row.revokedAt() == null)
                .orElseThrow(() -> Failure.forbidden("This key was revoked."));
    }

    @Override
    public String id() {
        return first.id();
    }

    @Override
    public Project project() {
        return project;
    }

    @Override
    public ProjectAccess place() {
        KeySettings settings = now().settings();
        AllowedModels models =
                settings.specificModels() ? AllowedModels.only(settings.allowedModels()) : AllowedModels.all();
        AllowedLocales locales = settings.allowedLocales().isEmpty()
                ? AllowedLocales.all()
                : AllowedLocales.only(settings.allowedLocales());
        return access.ofKey(project, settings.role(), models, locales);
    }

    @Override
    public Author author(String via) {
        return Author.ofKey(Author.Origin.CONVERSATION, first.id(), first.createdBy(), via);
    }

    @Override
    public Set<String> tools() {
        return Set.copyOf(now().settings().allowedTools());
    }

    @Override
    public List<String> locales() {
        return first.settings().allowedLocales();
    }

    @Override
    public Optional<String> instructions() {
        return Optional.of(first.settings().customInstructions()).filter(text -> !text.isBlank());
    }

    @Override
    public Optional<String> model() {
        return Optional.ofNullable(first.settings().aiModel());
    }

    @Override
    public RateLimit rate() {
        return ChosenLimits.CONVERSATION.of(first.settings().ratePerMinute());
    }

    /** Checks the monthly limit of the key; the turn that is being begun is counted already. */
    @Override
    public void admit(Tx tx) {
        store.lockCount(tx, first.id());
        KeyRow row = store.find(tx, project.id(), first.id(), month(instance).begin())
                .orElse(first);
        Long most = row.settings().messagesPerMonth();
        if (most != null && row.monthlyUsage() > most) {
            throw Failure.rateLimited(
                            "The messages of this key for this month are spent; they begin anew with the next (UTC).",
                            month(instance).untilNext())
                    .withCode("usage.spent");
        }
    }
}
