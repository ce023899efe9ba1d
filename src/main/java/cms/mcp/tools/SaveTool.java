package cms.mcp.tools;

import cms.content.api.BatchRequest;
import cms.content.api.EntryQuery;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.Schedule;
import cms.content.api.WriteOptions;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.CommitId;
import cms.mcp.call.Arguments;
import cms.mcp.call.Excerpt;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.ArgumentIssue;
import cms.platform.json.Json;
import cms.review.submit.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_content_save}: up to fifty entries of one model, all or none in one commit. */
final class SaveTool implements Tool {
    private static final int ID_BYTES = 6;

    /** Members of an entry beside its data that a finding may be about. */
    private static final Set<String> BESIDE_DATA = Set.of("id", "slug", "body", "publish_at", "expire_at");

    private final RandomTokens random = new RandomTokens();

    @Override
    public String name() {
        return "cms_content_save";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ModelDefinition model = DescribeTool.model(arguments.required("model"), context);
        List<ArgumentIssue> issues = new ArrayList<>();
        List<SaveItem> items = items(arguments, model, context, issues);
        if (!issues.isEmpty()) {
            return Refusals.invalid(issues);
        }
        StoredEntries before = StoredEntries.of(model, items, Optional.empty(), context);
        Optional<Failure> stale = before.unexpected(items);
        if (stale.isPresent() && arguments.text("idempotency_key").isEmpty()) {
            throw stale.get();
        }
        BatchRequest batch =
                new BatchRequest(model.id(), requests(model, items, arguments, before), arguments.text("message"));
        Written<SaveReport> written =
                save(batch, options(arguments, items, before, stale.isPresent(), context), stale, context);
        if (!written.report().valid()) {
            return Refusals.findings(written.report().findings(), finding -> path(items, finding));
        }
        StoredEntries seen = arguments.text("idempotency_key").isEmpty()
                ? before
                : written.change()
                        .map(change -> StoredEntries.of(model, items, parent(change), context))
                        .orElse(before);
        Optional<StoredEntries> after = written.change()
                .map(change -> StoredEntries.of(
                        model, items, Optional.of(change.commit().id().sha()), context));
        return ToolReply.written(
                new SaveReply(model, items, requests(model, items, arguments, seen), seen, after.orElse(before))
                        .of(written),
                LandingReport.branch(written));
    }

    /**
     * Saves the entries. A repeated call finds its own commit, whatever tags it names. Where others save at the same
     * time, a failure holds their values, which are for callers who may read.
     */
    private static Written<SaveReport> save(
            BatchRequest batch, WriteOptions options, Optional<Failure> stale, ToolContext context) {
        try {
            return context.contents().saveMany(context.place(), context.author(), options, batch);
        } catch (Failure refused) {
            if (refused.kind() == FailureKind.PRECONDITION_FAILED && stale.isPresent()) {
                throw stale.get();
            }
            throw context.mayRead() ? refused : refused.withData(Map.of());
        }
    }

    /** The commit before the change, from which a repeated call gets the same answer as the first. */
    private static Optional<String> parent(Change change) {
        return change.commit().parents().stream().findFirst().map(CommitId::sha);
    }

    private List<SaveItem> items(
            Arguments arguments, ModelDefinition model, ToolContext context, List<ArgumentIssue> issues) {
        List<SaveItem> items = new ArrayList<>();
        List<Arguments> entries = arguments.objects("entries");
        Optional<String> otherwise = context.locale(model, arguments.text("locale"));
        for (int i = 0; i < entries.size(); i++) {
            Arguments entry = entries.get(i);
            String path = "entries[" + i + "]";
            if (Excerpt.isCut(entry.json())) {
                issues.add(ArgumentIssue.of(
                        path + ".data",
                        "cut",
                        path + ".data holds a text that a list has cut; read it whole with fields."));
            }
            if (model.kind() == ModelKind.DOCUMENT && entry.text("slug").isEmpty()) {
                issues.add(ArgumentIssue.of(
                        path + ".slug", "required", path + ".slug is required: the model holds documents."));
            }
            Optional<String> locale = entry.text("locale").or(() -> otherwise);
            String fresh = newId(arguments, i, context);
            String id = switch (model.kind()) {
                case COLLECTION -> entry.text("id").orElse(fresh);
                case DOCUMENT ->
                    entry.text("slug")
                            .map(slug -> slug(slug, model, locale, context))
                            .orElse("");
                case SINGLETON, DICTIONARY -> "";
            };
            SaveItem item = new SaveItem(id, locale, entry);
            if (items.stream().anyMatch(other -> other.key().equals(item.key()))) {
                issues.add(
                        ArgumentIssue.of(path, "duplicate", path + " is the same entry as another one of this call."));
            }
            items.add(item);
        }
        return items;
    }

    /** The slug in small letters, as a save stores it, unless somebody has pushed a document of exactly this name. */
    private static String slug(String sent, ModelDefinition model, Optional<String> locale, ToolContext context) {
        String small = sent.toLowerCase(Locale.ROOT);
        boolean stored = !small.equals(sent)
                && !context.contents()
                        .list(context.place(), EntryQuery.one(Optional.empty(), model.id(), locale, sent))
                        .entries()
                        .isEmpty();
        return stored ? sent : small;
    }

    /** The id of a new entry. A call with an idempotency key gets the same ids at every repeat. */
    private String newId(Arguments arguments, int index, ToolContext context) {
        return arguments
                .text("idempotency_key")
                .map(key -> Hashes.sha256Hex(context.credential() + "\n" + key + "\n" + index)
                        .substring(0, 2 * ID_BYTES))
                .orElseGet(() -> random.hex(ID_BYTES));
    }

    /** The saves of a call; with the mode {@code replace}, members that were not sent are cleared by null. */
    private static List<SaveRequest> requests(
            ModelDefinition model, List<SaveItem> items, Arguments arguments, StoredEntries before) {
        boolean replaces = arguments.text("mode").filter("replace"::equals).isPresent();
        List<SaveRequest> saves = new ArrayList<>();
        for (SaveItem item : items) {
            ObjectNode data = item.sent().object("data").orElseGet(Json::object).deepCopy();
            if (replaces) {
                before.find(item)
                        .ifPresent(known -> known.data().propertyNames().stream()
                                .filter(name -> !data.has(name))
                                .forEach(data::putNull));
            }
            ObjectNode sent = data;
            if (model.kind() == ModelKind.COLLECTION) {
                sent = Json.object();
                sent.set(item.id(), data);
            }
            Optional<String> slug = model.kind() == ModelKind.DOCUMENT ? Optional.of(item.id()) : Optional.empty();
            saves.add(new SaveRequest(
                    model.id(), item.locale(), sent, slug, item.sent().text("body"), schedule(item.sent())));
        }
        return saves;
    }

    /** Path of a finding in the arguments of the call; a finding about no entry of the call has its own path. */
    private static String path(List<SaveItem> items, Finding finding) {
        String entry = finding.entry() != null ? finding.entry() : finding.slug();
        String id = entry == null ? "" : entry;
        for (int i = 0; i < items.size(); i++) {
            SaveItem item = items.get(i);
            boolean here = item.locale().map(finding.locale()::equals).orElse(true);
            boolean named = finding.entry() == null
                    ? item.id().strip().equalsIgnoreCase(id) // a slug is told as it would be stored
                    : item.id().equals(id);
            if (named && here) {
                boolean beside = BESIDE_DATA.contains(finding.field())
                        && item.sent().json().has(finding.field())
                        && !item.sent().object("data").orElseGet(Json::object).has(finding.field());
                return "entries[" + i + "]." + (beside ? "" : "data.") + finding.field();
            }
        }
        return id + "." + finding.field();
    }

    private static Schedule schedule(Arguments entry) {
        Map<String, Optional<String>> wanted = new HashMap<>();
        Schedule.MEMBERS.forEach(member -> entry.text(member).ifPresent(at -> wanted.put(member, Optional.of(at))));
        return new Schedule(wanted);
    }

    /**
     * Where only some entries name a tag, the change is made on the commit that was read, and merged into later ones.
     */
    private WriteOptions options(
            Arguments arguments, List<SaveItem> items, StoredEntries before, boolean stale, ToolContext context) {
        Set<String> tags = new HashSet<>();
        items.forEach(item -> item.sent().text("if_match").ifPresent(tags::add));
        WriteOptions options = context.options(arguments, name());
        boolean all = stale
                || items.stream().allMatch(item -> item.sent().text("if_match").isPresent());
        return tags.isEmpty()
                ? options
                : all
                        ? options.expecting(tags)
                        : before.commit().map(options::onBase).orElse(options);
    }
}
