package cms.delivery.build;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds the files of a collection, singleton or dictionary: its published entries, and their meta. */
final class EntriesBuild {
    /**
     * Held by the build that reads and prints a large file: in the heap it is several times as long, and those of
     * builds at the same time would add up.
     */
    static final ReentrantLock ONE_LARGE = new ReentrantLock(true);

    private final Sources sources;
    private final ModelDefinition model;
    private final Until until;
    private final List<Artefact> artefacts = new ArrayList<>();
    private final Map<String, Artefact> bundled = new HashMap<>();

    private EntriesBuild(Sources sources, ModelDefinition model, Instant now) {
        this.sources = sources;
        this.model = model;
        this.until = sources.until(now);
    }

    static ModelResult build(Sources all, ModelDefinition model, List<String> locales, Instant now) {
        List<FileError> errors = new ArrayList<>();
        EntriesBuild build = new EntriesBuild(all.notingIn(errors), model, now);
        List<String> files = model.i18n() ? locales : List.of(ContentPaths.DATA);
        files.forEach(build::file);
        return new ModelResult(build.artefacts, build.bundled, build.until.span(), errors, 0);
    }

    private void file(String locale) {
        if (!sources.isLarge(model, locale)) {
            read(locale);
            return;
        }
        ONE_LARGE.lock();
        try {
            read(locale);
        } finally {
            ONE_LARGE.unlock();
        }
    }

    private void read(String locale) {
        if (model.kind() == ModelKind.COLLECTION) {
            collection(locale);
            return;
        }
        String path = sources.paths().entries(model, locale);
        Optional<ObjectNode> content = sources.tree().blob(path).flatMap(found -> sources.json(path, found));
        // Without readable meta any entry may be a draft, so nothing of the file is delivered.
        content.flatMap(found -> sources.meta(model, locale))
                .filter(until::showsWhole)
                .ifPresent(meta -> add(locale, keep(locale, DeliveredBytes.of(Json.bytes(content.get()))), meta));
    }

    /** A collection without a file has no entries yet; anything else without a file does not exist. */
    private void collection(String locale) {
        String path = sources.paths().entries(model, locale);
        Optional<BlobId> blob = sources.tree().blob(path);
        CollectionFile before = blob.isEmpty() ? null : sources.renderings().collection(path);
        CollectionFile.NextVersion change = before == null ? null : before.change(sources, blob.get());
        if (change != null) {
            sources.meta(model, locale).ifPresent(meta -> {
                CollectionFile file = change.print(id -> shows(meta, id), body -> keep(locale, body));
                sources.renderings().keep(path, file);
                add(locale, file.delivered(), metaOf(file.publishedIds(), meta));
            });
            return;
        }
        byte[] bytes = blob.map(sources::bytes).orElseGet(() -> "{}".getBytes(StandardCharsets.UTF_8));
        Optional<ObjectNode> content = sources.collection(path, bytes);
        Optional<ObjectNode> meta = content.flatMap(found -> sources.meta(model, locale));
        if (meta.isPresent()) {
            ObjectNode published = Json.object();
            content.get().forEachEntry((id, entry) -> {
                if (shows(meta.get(), id)) {
                    published.set(id, entry);
                }
            });
            DeliveredBytes delivered = keep(locale, DeliveredBytes.of(Json.bytes(published)));
            if (blob.isPresent()) {
                CollectionFile file = CollectionFile.of(blob.get(), bytes, content.get(), delivered, published);
                if (file != null) {
                    sources.renderings().keep(path, file);
                }
            }
            add(locale, delivered, metaOf(published.propertyNames(), meta.get()));
        }
    }

    private boolean shows(ObjectNode meta, String id) {
        return until.showsEntryOf(meta, id);
    }

    private static ObjectNode metaOf(Iterable<String> ids, ObjectNode meta) {
        ObjectNode some = Json.object();
        for (String id : ids) {
            JsonNode stated = meta.get(id);
            if (stated != null) {
                some.set(id, stated);
            }
        }
        return some;
    }

    private DeliveredBytes keep(String locale, DeliveredBytes content) {
        return sources.artefact("content/" + name(locale), content).body();
    }

    private void add(String locale, DeliveredBytes content, ObjectNode meta) {
        Artefact artefact = new Artefact("content/" + name(locale), content);
        artefacts.add(artefact);
        artefacts.add(sources.artefact("meta/" + name(locale), DeliveredBytes.of(Json.bytes(meta))));
        bundled.put(locale, artefact);
    }

    private String name(String locale) {
        return model.id() + "/" + locale + ".json";
    }
}
