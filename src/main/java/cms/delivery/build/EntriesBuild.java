package cms.delivery.build;

import cms.format.ContentPaths;
import cms.format.EntryMeta;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Builds the files of a collection, singleton or dictionary: what is published of it, and the meta of that. */
final class EntriesBuild {
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
        List<FileTrouble> troubles = new ArrayList<>();
        EntriesBuild build = new EntriesBuild(all.notingIn(troubles), model, now);
        List<String> files = model.i18n() ? locales : List.of(ContentPaths.DATA);
        files.forEach(build::file);
        return new ModelResult(build.artefacts, build.bundled, build.until.span(), troubles);
    }

    private void file(String locale) {
        Optional<ObjectNode> content = content(locale);
        // Without readable meta nobody knows what is a draft, so nothing of the file is delivered.
        Optional<ObjectNode> meta = content.flatMap(found -> sources.meta(model, locale));
        if (content.isEmpty() || meta.isEmpty()) {
            return;
        }
        if (model.kind() == ModelKind.COLLECTION) {
            ObjectNode published = Json.object();
            ObjectNode publishedMeta = Json.object();
            content.get().forEachEntry((id, entry) -> {
                if (until.shows(EntryMeta.of(meta.get().get(id)))) {
                    published.set(id, entry);
                    publishedMeta.setAll(meta.get().has(id) ? one(id, meta.get()) : Json.object());
                }
            });
            add(locale, published, publishedMeta);
        } else if (until.shows(EntryMeta.of(meta.get()))) {
            add(locale, content.get(), meta.get());
        }
    }

    /** A collection without a file has no entries yet; anything else without a file does not exist. */
    private Optional<ObjectNode> content(String locale) {
        String path = sources.paths().entries(model, locale);
        Optional<BlobId> blob = sources.tree().blob(path);
        if (model.kind() == ModelKind.COLLECTION) {
            return blob.isPresent() ? sources.collection(path, blob.get()) : Optional.of(Json.object());
        }
        return blob.flatMap(found -> sources.json(path, found));
    }

    private void add(String locale, ObjectNode content, ObjectNode meta) {
        String name = model.id() + "/" + locale + ".json";
        Artefact body = sources.artefact("content/" + name, Body.of(Json.bytes(content)));
        artefacts.add(body);
        artefacts.add(sources.artefact("meta/" + name, Body.of(Json.bytes(meta))));
        bundled.put(locale, body);
    }

    private static ObjectNode one(String id, ObjectNode meta) {
        ObjectNode single = Json.object();
        single.set(id, meta.get(id));
        return single;
    }
}
