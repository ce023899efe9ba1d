package cms.content;

import cms.content.api.Finding;
import cms.content.api.Finding.Severity;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.Written;
import cms.content.entry.ModelLocale;
import cms.content.entry.SaveRemarks;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ContentNames;
import cms.format.ModelKind;
import cms.project.Project;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Adds a warning to a save that names an asset which does not exist. It never refuses: the asset may come later. */
final class AssetWarnings implements SaveRemarks {
    private static final Pattern PATH =
            Pattern.compile("media/[a-z0-9-]{1,40}/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");

    /** Mentions that are looked at in one save of a write. */
    private static final int MENTIONS_MAX = 1_000;

    /** Warnings that are added to the report of a write. */
    private static final int WARNINGS_MAX = 1_000;

    private final Function<Project, Snapshot> newest;
    private volatile AssetFacts facts = AssetFacts.none();

    private record Mention(SaveRequest save, String assetId, String path, String entry, String field) {}

    /** @param newest the newest content of a project */
    AssetWarnings(Function<Project, Snapshot> newest) {
        this.newest = newest;
    }

    void ask(AssetFacts answering) {
        facts = answering;
    }

    @Override
    public Written<SaveReport> added(Project project, List<SaveRequest> saves, Written<SaveReport> written) {
        List<Mention> mentions =
                saves.stream().flatMap(save -> mentions(save).stream()).toList();
        Set<String> ids = mentions.stream().map(Mention::assetId).collect(Collectors.toSet());
        Set<String> missing = ids.isEmpty() ? Set.of() : facts.missing(project, ids);
        if (missing.isEmpty()) {
            return written;
        }
        Snapshot snapshot = newest.apply(project);
        List<Finding> all = new ArrayList<>(written.report().findings());
        mentions.stream()
                .filter(mention -> missing.contains(mention.assetId()))
                .limit(WARNINGS_MAX)
                .forEach(mention -> all.add(finding(mention, snapshot)));
        return new Written<>(
                written.status(), new SaveReport(all), written.change(), written.diff(), written.workflow());
    }

    private static Finding finding(Mention mention, Snapshot snapshot) {
        SaveRequest save = mention.save();
        Optional<ModelContent> content = snapshot.find(save.modelId());
        ModelKind kind = content.map(found -> found.model().kind()).orElse(ModelKind.SINGLETON);
        ModelLocale meant = new ModelLocale(save.modelId(), save.locale());
        boolean many = kind == ModelKind.COLLECTION
                || kind == ModelKind.DOCUMENT && save.slug().isEmpty();
        String entry = many ? mention.entry() : save.slug().orElse("");
        String field = many ? mention.field() : joined(mention.entry(), mention.field());
        return new Finding(
                Severity.WARNING,
                save.modelId(),
                content.map(found -> meant.localeIn(snapshot, found)).orElse(ContentNames.DEFAULT_LOCALE),
                kind == ModelKind.COLLECTION ? entry : null,
                kind == ModelKind.DOCUMENT ? entry : null,
                field,
                "There is no asset " + mention.path() + " in this project; upload it, or name another.");
    }

    private static String joined(String first, String rest) {
        if (rest.isEmpty() || first.isEmpty()) {
            return first + rest;
        }
        return rest.startsWith("[") ? first + rest : first + "." + rest;
    }

    private static List<Mention> mentions(SaveRequest save) {
        List<Mention> found = new ArrayList<>();
        save.data().properties().forEach(member -> walk(save, member.getValue(), member.getKey(), "", found));
        save.body().ifPresent(body -> text(save, body, "body", "", found));
        return found;
    }

    private static void walk(SaveRequest save, JsonNode node, String entry, String field, List<Mention> found) {
        if (node.isString()) {
            text(save, node.stringValue(), entry, field, found);
        } else if (node.isObject()) {
            node.properties()
                    .forEach(member -> walk(save, member.getValue(), entry, joined(field, member.getKey()), found));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(save, node.get(i), entry, field + "[" + i + "]", found);
            }
        }
    }

    private static void text(SaveRequest save, String text, String entry, String field, List<Mention> found) {
        if (!text.contains("media/")) {
            return;
        }
        Matcher paths = PATH.matcher(text);
        while (paths.find() && found.size() < MENTIONS_MAX) {
            found.add(new Mention(save, paths.group(1), paths.group(), entry, field));
        }
    }
}
