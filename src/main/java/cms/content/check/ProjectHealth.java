package cms.content.check;

import cms.access.AllowedLocales;
import cms.content.api.HealthItem;
import cms.format.ContentFile;
import cms.format.FolderClashes;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ProjectConfig;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The health of one commit of a project (reference 1.5, 3.2, 3.3); immutable. */
public final class ProjectHealth {
    private static final String MODELS = ".cms/models/";
    private static final int SCORE_MAX = 100;
    private static final int CRITICAL_COST = 20;
    private static final int ERROR_COST = 10;
    private static final int WARNING_COST = 3;

    /** Bytes of the heap for the id of a model. */
    private static final long ID_BYTES = 96;

    private final List<HealthItem> items;
    private final List<HealthItem> more;
    private final List<String> models;
    private final List<String> validModels;
    private final Map<ContentHealth.Key, ContentReport> reports;
    private final SharedTexts shared;

    private ProjectHealth(
            List<HealthItem> items,
            List<HealthItem> more,
            List<String> models,
            List<String> validModels,
            Map<ContentHealth.Key, ContentReport> reports,
            SharedTexts shared) {
        this.items = List.copyOf(items);
        this.more = List.copyOf(more);
        this.models = models;
        this.validModels = validModels;
        this.reports = reports;
        this.shared = shared;
    }

    public static ProjectHealth of(ParsedProject view) {
        return of(view, Map.of(), SharedTexts.none());
    }

    /** The health of a later commit; content objects that both views share are not checked again. */
    public ProjectHealth next(ParsedProject later) {
        return of(later, reports, shared);
    }

    private static ProjectHealth of(
            ParsedProject view, Map<ContentHealth.Key, ContentReport> known, SharedTexts earlier) {
        HealthItems items = new HealthItems();
        ProjectConfig config = view.config().orElse(null);
        if (config != null) {
            items.addAll(ConfigCheck.check(config));
        }
        for (ContentFile.Unreadable file : view.unreadable()) {
            HealthItem item = unreadable(view.ownerOf(file), file);
            items.add(view.localeOf(file).map(item::inLocale).orElse(item));
        }
        List<String> models = view.models().stream().map(ModelDefinition::id).toList();
        List<String> validModels = checkModels(view, config, items);
        ContentHealth content = new ContentHealth(view, config, known, items);
        SharedTexts shared = SharedTexts.of(content.reports(), earlier);
        return new ProjectHealth(items.list(), List.of(), models, validModels, content.reports(), shared);
    }

    private static List<String> checkModels(ParsedProject view, @Nullable ProjectConfig config, HealthItems items) {
        Set<String> ids = view.models().stream().map(ModelDefinition::id).collect(Collectors.toSet());
        ModelCheck check = new ModelCheck(config, ids);
        FolderClashes clashes = new FolderClashes(view.models());
        List<String> valid = new ArrayList<>();
        for (ModelDefinition model : view.models()) {
            List<HealthItem> found = new ArrayList<>(check.check(model));
            clashes.with(model.id())
                    .ifPresent(other -> found.add(HealthItem.of(
                            model.id(), "content_path_taken", ProblemSeverity.ERROR, ModelCheck.FILES_OF_ANOTHER)));
            items.addAll(found);
            if (ConfigCheck.valid(found)) {
                valid.add(model.id());
            }
        }
        return valid;
    }

    private static HealthItem unreadable(String owner, ContentFile.Unreadable file) {
        String line = file.line() > 0 ? " (line " + file.line() + ")" : "";
        String message = "The file " + file.path() + line + " cannot be read: " + file.message();
        String type = file.path().startsWith(MODELS) && file.repeatsMember() ? "duplicate_field_id" : "file_unreadable";
        return HealthItem.of(owner, type, ProblemSeverity.ERROR, message).in(file.path(), file.line());
    }

    /** A copy with more items, such as one about a push that could not be merged. */
    public ProjectHealth with(List<HealthItem> more) {
        List<HealthItem> all = new ArrayList<>(this.more);
        all.addAll(more);
        return new ProjectHealth(items, all, models, validModels, reports, shared);
    }

    /** A copy that does not refer to the checked content, so that the content can be collected. */
    public ProjectHealth alone() {
        return new ProjectHealth(items, more, models, validModels, Map.of(), shared.alone());
    }

    /** About how many bytes of the heap it takes {@link #alone}. */
    public long bytes() {
        return ID_BYTES * models.size()
                + Stream.concat(items.stream(), more.stream())
                        .mapToLong(HealthItem::bytes)
                        .sum()
                + shared.bytes();
    }

    /** The models, by id, and the locales that a caller may see. */
    public record Seen(Predicate<String> models, Predicate<String> locales) {
        public static Seen all() {
            return new Seen(_ -> true, _ -> true);
        }

        public static Seen of(AllowedModels models, AllowedLocales locales) {
            return new Seen(models::allows, locales::allows);
        }

        boolean allows(HealthItem item) {
            String locale = item.locale();
            return item.modelId().equals(HealthItem.CONFIG)
                    || models.test(item.modelId()) && (locale == null || locales.test(locale));
        }
    }

    /** The items, as many as are listed; notices come last. */
    public List<HealthItem> items() {
        return items(Seen.all(), item -> true);
    }

    /**
     * The items about models and locales that the caller may see and about the project as a whole; none of them
     * mentions other models.
     *
     * @param asked which of them are listed, a thousand of those that were found in the content itself
     */
    public List<HealthItem> items(Seen visible, Predicate<HealthItem> asked) {
        List<HealthItem> seen = new ArrayList<>();
        Predicate<HealthItem> shown = asked.and(visible::allows);
        items.stream().filter(shown).limit(CheckLimits.HEALTH_ITEMS_MAX).forEach(seen::add);
        more.stream().filter(shown).forEach(seen::add);
        shared.items(visible.models(), visible.locales()).stream().filter(asked).forEach(seen::add);
        return seen;
    }

    /** The items that were found, however many are listed, without those about texts that several models share. */
    public List<HealthItem> allItems() {
        return own(Seen.all());
    }

    private List<HealthItem> own(Seen visible) {
        return Stream.concat(items.stream(), more.stream())
                .filter(visible::allows)
                .toList();
    }

    /** Whether no item that the caller may see is worse than a warning. */
    public boolean valid(Seen visible) {
        return ConfigCheck.valid(own(visible));
    }

    /** The score from 0 to 100: each item takes points off by its severity; a notice takes none. */
    int healthScore(Seen visible) {
        int cost = 0;
        for (HealthItem item : own(visible)) {
            cost += switch (item.severity()) {
                case CRITICAL -> CRITICAL_COST;
                case ERROR -> ERROR_COST;
                case WARNING -> WARNING_COST;
                case NOTICE -> 0;
            };
        }
        return Math.max(0, SCORE_MAX - cost);
    }

    /**
     * {@code { healthScore, modelCount, validModels, warnings }} (spec 4.8, brain/sync) for one caller; a model is
     * valid whose definition has no finding worse than a warning. Counts and score cover only what the caller may see,
     * so that they tell nothing about other models.
     *
     * @param visible the models and locales that the caller may see
     * @param asked the models whose items are listed
     */
    public ObjectNode json(Seen visible, Predicate<String> asked) {
        ObjectNode object = Json.object().put("healthScore", healthScore(visible));
        object.put("modelCount", (int) models.stream().filter(visible.models()).count());
        object.put("validModels", (int)
                validModels.stream().filter(visible.models()).count());
        ArrayNode warnings = object.putArray("warnings");
        items(visible, item -> item.modelId().equals(HealthItem.CONFIG) || asked.test(item.modelId()))
                .forEach(item -> warnings.add(item.json()));
        return object;
    }
}
