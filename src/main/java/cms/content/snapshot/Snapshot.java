package cms.content.snapshot;

import cms.content.api.HealthItem;
import cms.content.check.ParsedProject;
import cms.format.ContentFile;
import cms.format.ContentFile.Unreadable;
import cms.format.ContentNames;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.format.Vocabulary;
import cms.git.BlobId;
import cms.git.Tree;
import cms.git.TreeId;
import cms.platform.heap.Reservation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The parsed content of one commit; immutable, and sharing unchanged parts with the snapshots before it. */
public final class Snapshot implements ParsedProject {
    private final TreeId tree;
    private final List<Tree.Entry> surroundings;
    private final ContentPaths paths;
    private final Optional<ContentFile> config;
    private final Optional<ContentFile> vocabulary;
    private final Optional<ContentFile> context;
    private final SortedMap<String, StoredModel> models;
    private final List<ModelContent> contents;
    private final List<ModelDefinition> definitions;
    private final long sourceBytes;
    private final long heldBytes;
    private final boolean exceeded;
    private final List<Unreadable> unreadable;

    /** A model file, and the content of its model when the file can be read. */
    private record StoredModel(
            BlobId blob, long heldBytes, @Nullable ModelContent content) {}

    private Snapshot(Reader reader) {
        this.tree = reader.tree.id();
        this.surroundings = reader.surroundings;
        this.paths = reader.paths;
        this.config = reader.config;
        this.vocabulary = reader.vocabulary;
        this.context = reader.context;
        this.models = Collections.unmodifiableSortedMap(new TreeMap<>(reader.models));
        this.contents = models.values().stream()
                .flatMap(slot -> Optional.ofNullable(slot.content()).stream())
                .toList();
        this.definitions = contents.stream().map(ModelContent::model).toList();
        this.sourceBytes =
                contents.stream().mapToLong(ModelContent::sourceBytes).sum();
        this.heldBytes = contents.stream().mapToLong(ModelContent::heldBytes).sum();
        this.exceeded = reader.budget.exceeded();
        List<Unreadable> broken = new ArrayList<>(reader.unreadable);
        broken.sort(Comparator.comparing(Unreadable::path));
        contents.forEach(content -> broken.addAll(content.unreadable()));
        this.unreadable = List.copyOf(broken);
    }

    /** A copy with another context.json, which is readable in both. */
    private Snapshot(Snapshot earlier, TreeId tree, Optional<ContentFile> context) {
        this.tree = tree;
        this.surroundings = earlier.surroundings;
        this.paths = earlier.paths;
        this.config = earlier.config;
        this.vocabulary = earlier.vocabulary;
        this.context = context;
        this.models = earlier.models;
        this.contents = earlier.contents;
        this.definitions = earlier.definitions;
        this.sourceBytes = earlier.sourceBytes;
        this.heldBytes = earlier.heldBytes;
        this.exceeded = earlier.exceeded;
        this.unreadable = earlier.unreadable;
    }

    public record Source(Tree tree, ContentPaths paths, ParsedFiles files) {}

    /** A tree that differs from an earlier one in context.json alone; empty for any other, which is not read. */
    public static Optional<Snapshot> butForContext(Source source, Snapshot earlier, Reservation reservation) {
        return new Reader(source, reservation, ProjectBudget.BYTES_MAX).butForContext(earlier);
    }

    /**
     * Reads a tree; files that {@code earlier} has read in the same version are taken over.
     *
     * @throws cms.platform.heap.RoomNeeded when more has to be reserved; the reading then begins again
     */
    public static Snapshot read(Source source, @Nullable Snapshot earlier, Reservation reservation) {
        return read(source, earlier, reservation, ProjectBudget.BYTES_MAX);
    }

    static Snapshot read(Source source, @Nullable Snapshot earlier, Reservation reservation, long heldBytesMax) {
        Reader reader = new Reader(source, reservation, heldBytesMax);
        Optional<Snapshot> same = earlier == null ? Optional.empty() : reader.butForContext(earlier);
        if (same.isPresent()) {
            return same.get();
        }
        // Models are read in order and from nothing, so that always the same files are without room.
        boolean fromNothing = reservation.isFromNothing() || (earlier != null && earlier.exceeded);
        reader.read(fromNothing ? null : earlier, earlier == null && !fromNothing);
        if (reader.budget.exceeded() && !fromNothing) {
            throw reservation.again();
        }
        return new Snapshot(reader);
    }

    public TreeId tree() {
        return tree;
    }

    /** Whether files are unreadable because all of the content together takes more than a project may. */
    public boolean isExceeded() {
        return exceeded;
    }

    public ContentPaths paths() {
        return paths;
    }

    @Override
    public Optional<ProjectConfig> config() {
        return ContentFile.members(config).map(ProjectConfig::new);
    }

    /** The configuration, or an empty one that answers with its defaults. */
    public ProjectConfig settings() {
        return config().orElseGet(() -> new ProjectConfig(cms.platform.json.Json.object()));
    }

    /** Whether there is a configuration, and it cannot be read. */
    public boolean configUnreadable() {
        return config.isPresent() && ContentFile.members(config).isEmpty();
    }

    public Optional<Vocabulary> vocabulary() {
        return ContentFile.members(vocabulary).map(Vocabulary::new);
    }

    public boolean vocabularyUnreadable() {
        return vocabulary.isPresent() && ContentFile.members(vocabulary).isEmpty();
    }

    /** The members of context.json. */
    public Optional<ObjectNode> context() {
        return ContentFile.members(context);
    }

    /** The readable models, sorted by id. */
    @Override
    public Collection<ModelDefinition> models() {
        return definitions;
    }

    /** The content of the readable models, sorted by id. */
    public Collection<ModelContent> contents() {
        return contents;
    }

    /** About how many bytes of the heap the content of models takes. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Size in bytes of the files that the content of models was read from. */
    public long sourceBytes() {
        return sourceBytes;
    }

    public Optional<ModelContent> find(String modelId) {
        return Optional.ofNullable(models.get(modelId)).flatMap(slot -> Optional.ofNullable(slot.content()));
    }

    @Override
    public Optional<ObjectNode> values(ModelDefinition model, String locale) {
        return find(model.id()).orElseThrow().in(locale).values();
    }

    @Override
    public Map<String, MarkdownFile> documents(ModelDefinition model, String locale) {
        return find(model.id()).orElseThrow().in(locale).documents();
    }

    @Override
    public List<Unreadable> unreadable() {
        return unreadable;
    }

    @Override
    public String ownerOf(Unreadable file) {
        if (paths.locate(file.path(), List.of()) instanceof ContentPath.Model(String id)) {
            return id;
        }
        return contents().stream()
                .filter(content -> content.unreadable().contains(file))
                .map(content -> content.model().id())
                .findFirst()
                .orElse(HealthItem.CONFIG);
    }

    @Override
    public Optional<String> localeOf(Unreadable file) {
        return paths.locate(file.path(), models()).findLocale();
    }

    /** Why a file cannot be read; empty for a readable or missing one. */
    public Optional<Unreadable> unreadable(String path) {
        return unreadable.stream().filter(file -> file.path().equals(path)).findFirst();
    }

    /** Gathers the parts from a tree. */
    private static final class Reader {
        private final Tree tree;
        private final List<Tree.Entry> surroundings;
        private final ContentPaths paths;
        private final ParsedFiles files;
        private final ProjectBudget budget;
        private final Reservation reservation;
        private final SortedMap<String, StoredModel> models = new ConcurrentSkipListMap<>();
        private final Queue<Unreadable> unreadable = new ConcurrentLinkedQueue<>();
        private Optional<ContentFile> config = Optional.empty();
        private Optional<ContentFile> vocabulary = Optional.empty();
        private Optional<ContentFile> context = Optional.empty();

        Reader(Source source, Reservation reservation, long heldBytesMax) {
            this.budget = new ProjectBudget(heldBytesMax);
            this.reservation = reservation;
            this.tree = source.tree();
            this.paths = source.paths();
            this.files = source.files();
            this.surroundings = around(tree, paths);
        }

        /** The entries beside context.json in the folders on its path: equal for trees that differ only in it. */
        Optional<Snapshot> butForContext(Snapshot earlier) {
            boolean alike = earlier.surroundings.equals(surroundings) && ContentFile.isReadable(earlier.context);
            context = alike ? file(new ContentPath.Context(), paths.context()) : Optional.empty();
            boolean same = alike && ContentFile.isReadable(context);
            return same ? Optional.of(new Snapshot(earlier, tree.id(), context)) : Optional.empty();
        }

        private static List<Tree.Entry> around(Tree tree, ContentPaths paths) {
            List<Tree.Entry> all = new ArrayList<>();
            String context = paths.context();
            int slash = -1;
            do {
                String folder = slash < 0 ? "" : context.substring(0, slash);
                slash = context.indexOf('/', slash + 1);
                String next = slash < 0 ? context : context.substring(0, slash);
                Tree.Kind kind = slash < 0 ? Tree.Kind.FILE : Tree.Kind.FOLDER;
                tree.entries(folder).stream()
                        .filter(entry -> entry.kind() != kind || !entry.path().equals(next))
                        .forEach(all::add);
            } while (slash >= 0);
            return List.copyOf(all);
        }

        void read(@Nullable Snapshot earlier, boolean parallel) {
            unreadable.clear();
            config = file(new ContentPath.Config(), paths.config());
            vocabulary = file(new ContentPath.Vocabulary(), paths.vocabulary());
            context = file(new ContentPath.Context(), paths.context());
            String defaultLocale = ContentFile.members(config)
                    .map(members -> new ProjectConfig(members).defaultLocale())
                    .orElse(ContentNames.DEFAULT_LOCALE);
            String folder = paths.models().substring(0, paths.models().length() - 1);
            List<Tree.Entry> found = tree.entries(folder).stream()
                    .filter(entry ->
                            entry.isFile() && paths.locate(entry.path(), List.of()) instanceof ContentPath.Model)
                    .toList();
            ModelReader.Input input = new ModelReader.Input(tree, paths, files, budget, reservation);
            (parallel ? found.parallelStream() : found.stream()).forEach(entry -> {
                String id = entry.name().substring(0, entry.name().length() - ".json".length());
                StoredModel known = earlier == null ? null : earlier.models.get(id);
                StoredModel slot = slot(id, entry, input, defaultLocale, known);
                models.put(id, slot);
            });
        }

        private StoredModel slot(
                String id,
                Tree.Entry entry,
                ModelReader.Input input,
                String defaultLocale,
                @Nullable StoredModel earlier) {
            BlobId blob = entry.blob();
            ModelContent before = earlier == null ? null : earlier.content();
            if (earlier != null && before != null && earlier.blob().equals(blob)) {
                budget.charge(earlier.heldBytes());
                return new StoredModel(
                        blob, earlier.heldBytes(), ModelReader.read(input, before.model(), defaultLocale, before));
            }
            ParsedFiles.Parsed parsed = parsed(new ContentPath.Model(id), entry.path(), blob);
            return switch (parsed.file()) {
                case ContentFile.Json(ObjectNode members) -> {
                    ModelDefinition model = ModelDefinition.parse(id, members);
                    yield new StoredModel(
                            blob, parsed.heldBytes(), ModelReader.read(input, model, defaultLocale, null));
                }
                case ContentFile.Unreadable broken -> {
                    unreadable.add(broken);
                    yield new StoredModel(blob, 0, null);
                }
                case ContentFile.Markdown impossible -> new StoredModel(blob, 0, null);
            };
        }

        private Optional<ContentFile> file(ContentPath where, String path) {
            Optional<ContentFile> read =
                    tree.blob(path).map(blob -> parsed(where, path, blob).file());
            if (read.orElse(null) instanceof Unreadable broken) {
                unreadable.add(broken);
            }
            return read;
        }

        private ParsedFiles.Parsed parsed(ContentPath where, String path, BlobId blob) {
            return budget.admit(path, () -> files.parsed(tree, where, path, blob, reservation));
        }
    }
}
