package cms.delivery.build;

import cms.format.ContentNames;
import cms.format.ContentPaths;
import cms.format.FormatLimits;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import cms.git.BlobId;
import cms.git.Tree;
import cms.git.TreeId;
import cms.platform.heap.HeapShare;
import cms.platform.json.Json;
import cms.platform.json.ValueBudget;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds the sites of one project, one after another.
 *
 * <p>It remembers the results of models by their object ids and how long they hold, so the next build reads only what
 * differs; a new builder makes the same files from nothing. Not for two builds at once.
 */
public final class SiteBuilder {
    private static final String JSON = ".json";
    private static final String RESERVED = "_";

    /** About how much heap the description of a model's paths takes, beside its definition. */
    public static final int BYTES_OF_A_MODEL = 10_000;

    /** Characters of a model's name and path from which it is read anew by each build. */
    private static final int REMEMBERED_CHARS_MAX = 4_096;

    private final ContentPaths paths;
    private final Predicate<String> models;
    private final boolean drafts;
    private final Renderings.Of renderings;
    private final BuildLimits limits;
    private final Map<String, Remembered> remembered = new HashMap<>();

    /**
     * A builder for one repository.
     *
     * @param contentRoot the sub-path of the repository that holds {@code .cms/}
     * @param renderings renderings of the repository's files by earlier builds
     */
    public SiteBuilder(String contentRoot, Renderings.Of renderings) {
        this(contentRoot, model -> true, false, renderings, BuildLimits.OF_PROCESS);
    }

    /** A builder without earlier renderings, with limits of its own. */
    SiteBuilder(String contentRoot, BuildLimits limits) {
        this(contentRoot, model -> true, false, Renderings.none(), limits);
    }

    private SiteBuilder(
            String contentRoot,
            Predicate<String> models,
            boolean drafts,
            Renderings.Of renderings,
            BuildLimits limits) {
        this.paths = ContentPaths.under(contentRoot);
        this.models = models;
        this.drafts = drafts;
        this.renderings = renderings;
        this.limits = limits;
    }

    /**
     * A builder that includes drafts and scheduled entries, for a person who may see them before they are published.
     *
     * @param models the models that the person may see; others are in no file
     */
    public static SiteBuilder withDrafts(String contentRoot, Predicate<String> models, Renderings.Of renderings) {
        return new SiteBuilder(contentRoot, models, true, renderings, BuildLimits.OF_PREVIEW);
    }

    /**
     * What a site may take of the memory at once; what is beyond it is named and left out.
     *
     * @param bundleBytes most bytes of the files in one bundle
     * @param bundlesBytes most bytes of the files in all bundles together, where a file counts once for each of them
     * @param siteBytes most bytes of the heap for files and items of indexes; beyond it there is no build
     * @param modelBytes most bytes of the heap that the definitions of all models take while they are parsed together
     */
    record BuildLimits(int bundleBytes, long bundlesBytes, long siteBytes, long modelBytes) {
        static final BuildLimits OF_PROCESS = of(Bundle.TOGETHER_BYTES_MAX);

        /** A preview is built for readers without a key, and again for each of them where it is large. */
        static final BuildLimits OF_PREVIEW = of(Bundle.BYTES_MAX);

        private static BuildLimits of(long bundlesBytes) {
            return new BuildLimits(Bundle.BYTES_MAX, bundlesBytes, HeapShare.SITE.bytes(), HeapShare.MODELS.bytes());
        }
    }

    /**
     * A model as builds hold it. Its file is parsed alone, printed, and let go: the members of all models at once could
     * be more than the heap.
     *
     * @param definition without its fields
     * @param fields how many members its {@code fields} have
     * @param heapBytes about how much heap its whole definition takes
     */
    record Model(ModelDefinition definition, int fields, DeliveredBytes delivered, long heapBytes) {
        boolean isShort() {
            int path = definition.contentPath().map(String::length).orElse(0);
            return definition.name().length() + path <= REMEMBERED_CHARS_MAX;
        }
    }

    /**
     * The input of a build. One noun because it describes one commit, and where its files go.
     *
     * @param sink takes the files of models as soon as they are made
     * @param media the manifest of the project's assets; empty while it has none
     */
    public record Input(
            Tree tree,
            String commitSha,
            String branch,
            Instant now,
            Site.Before before,
            BodySink sink,
            Optional<DeliveredBytes> media) {
        /** A build without a manifest of assets. */
        public Input(Tree tree, String commitSha, String branch, Instant now, Site.Before before, BodySink sink) {
            this(tree, commitSha, branch, now, before, sink, Optional.empty());
        }
    }

    private record Key(
            String modelSha, Optional<TreeId> content, Optional<TreeId> meta, List<String> locales, String fallback) {
        boolean sameModel(Key other) {
            return modelSha.equals(other.modelSha) && locales.equals(other.locales) && fallback.equals(other.fallback);
        }
    }

    private record Remembered(
            Key key, Model model, @Nullable DocumentBuild documents, ModelResult result) {}

    public Site build(Input input, BuildProgress progress) {
        Site.Growing site = new Site.Growing(input.commitSha(), input.now());
        Site.Room inMemory = new Site.Room(input.sink(), limits.siteBytes());
        Sources bare = sources(input, inMemory, ContentNames.DEFAULT_LOCALE, site);
        ProjectConfig config = config(input, bare);
        Sources sources = sources(input, inMemory, config.defaultLocale(), site);
        List<String> locales = locales(config, sources);
        Map<String, BlobId> files = modelFiles(input.tree());
        remembered.keySet().retainAll(files.keySet());
        TreeMap<String, Remembered> done = new TreeMap<>();
        int number = 0;
        long room = limits.modelBytes();
        for (Map.Entry<String, BlobId> file : files.entrySet()) {
            progress.model(file.getKey(), ++number, files.size());
            Remembered model = model(sources, file.getKey(), file.getValue(), locales, input.now(), room);
            if (model != null) {
                room -= model.model().heapBytes();
                inMemory.chargeModel(model.model().heapBytes());
                done.put(file.getKey(), model);
                site.add(new Artefact(
                        "models/" + file.getKey() + JSON, model.model().delivered()));
                site.add(model.result());
            }
        }
        List<ModelResult> results =
                done.values().stream().map(Remembered::result).toList();
        Bundle.build(site, input.before(), locales, results, limits);
        List<Model> all = done.values().stream().map(Remembered::model).toList();
        site.add(new Artefact("models/_index.json", DeliveredBytes.of(Indexes.models(all))));
        site.add(new Artefact(Site.MANIFEST, DeliveredBytes.of(Indexes.manifest(input, config, all))));
        input.media().ifPresent(media -> site.add(new Artefact(Site.MEDIA_MANIFEST, media)));
        return site.finish();
    }

    /** The configuration; while the file cannot be read, the one of the last manifest, so that no locale disappears. */
    private ProjectConfig config(Input input, Sources sources) {
        return new ProjectConfig(sources.json(paths.config()).orElseGet(() -> {
            DeliveredBytes manifest = input.before().files().get(Site.MANIFEST);
            boolean unreadable = input.tree().blob(paths.config()).isPresent();
            return unreadable && manifest != null ? Indexes.config(manifest.bytes()) : Json.object();
        }));
    }

    /** The locales that are delivered: a document is looked for in each of them. */
    private List<String> locales(ProjectConfig config, Sources sources) {
        if (config.hasLocalesBeyondLimit()) {
            String says =
                    "it names more than %,d locales; the first are delivered.".formatted(FormatLimits.LOCALES_MAX);
            sources.note(paths.config(), says);
        }
        return config.supportedLocales().stream().filter(ContentNames::isLocale).toList();
    }

    private Sources sources(Input input, Site.Room room, String defaultLocale, Site.Growing site) {
        var shared = new Sources.BuildInput(
                input.tree(), paths, defaultLocale, drafts, room, renderings, new ConcurrentHashMap<>());
        return new Sources(shared, site.errors());
    }

    private Map<String, BlobId> modelFiles(Tree tree) {
        Map<String, BlobId> files = new TreeMap<>();
        String folder = paths.models().substring(0, paths.models().length() - 1);
        for (Tree.Entry entry : tree.entries(folder)) {
            String name = entry.name();
            if (entry.isFile() && name.endsWith(JSON) && !name.startsWith(RESERVED)) {
                files.put(name.substring(0, name.length() - JSON.length()), entry.blob());
            }
        }
        files.keySet().removeIf(id -> !ContentNames.isSafeSegment(id) || !models.test(id));
        return files;
    }

    private @Nullable Remembered model(
            Sources sources, String id, BlobId blob, List<String> locales, Instant now, long room) {
        Remembered before = remembered.get(id);
        Model known = before != null && before.key().modelSha().equals(blob.sha()) ? before.model() : null;
        Model read = known != null ? known : read(sources, id, blob, room);
        sources.room().charge(known != null ? 1 : 0, 0);
        if (read != null && read.heapBytes() > room) {
            sources.noteNoRoom(paths.model(id));
            read = null;
        }
        if (read == null) {
            remembered.remove(id);
            return null;
        }
        ModelDefinition model = read.definition();
        Key key = new Key(
                blob.sha(),
                sources.tree().folder(folder(paths.contentFolder(model))),
                sources.tree().folder(folder(paths.metaFolder(model))),
                locales,
                sources.defaultLocale());
        if (before != null && before.key().equals(key) && before.result().span().holds(now)) {
            sources.room()
                    .charge(before.result().artefacts().size(), before.result().itemBytes());
            return before;
        }
        DocumentBuild documents = null;
        if (model.kind() == ModelKind.DOCUMENT) {
            documents = before != null && before.key().sameModel(key) ? before.documents() : null;
            documents = documents != null ? documents : new DocumentBuild(model, locales);
        }
        ModelResult result =
                documents != null ? documents.build(sources, now) : EntriesBuild.build(sources, model, locales, now);
        Remembered made = new Remembered(key, read, documents, result);
        if (read.isShort()) {
            remembered.put(id, made);
        } else {
            remembered.remove(id);
        }
        return made;
    }

    private @Nullable Model read(Sources sources, String id, BlobId blob, long room) {
        String path = paths.model(id);
        byte[] bytes = sources.bytes(blob);
        ValueBudget budget = ValueBudget.of(FormatLimits.FILE_VALUES_MAX, room);
        ObjectNode members = sources.model(path, bytes, budget, room).orElse(null);
        if (members == null) {
            return null;
        }
        DeliveredBytes printed = DeliveredBytes.of(Json.bytes(members));
        return new Model(
                ModelDefinition.parse(id, members).withoutFields(),
                members.path("fields").size(),
                sources.artefact("models/" + id + JSON, printed).body(),
                BYTES_OF_A_MODEL + budget.bytes() + Math.max(0, printed.size() - bytes.length));
    }

    private static String folder(String withSlash) {
        return withSlash.substring(0, withSlash.length() - 1);
    }
}
