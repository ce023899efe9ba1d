package cms.media;

import cms.access.Author;
import cms.access.Capability;
import cms.auth.AccountDeleted;
import cms.content.AssetFacts;
import cms.format.FieldDefinition;
import cms.media.asset.Asset;
import cms.media.asset.AssetFilter;
import cms.media.asset.AssetStore;
import cms.media.asset.AssetView;
import cms.media.asset.BulkOutcome;
import cms.media.asset.Deletion;
import cms.media.asset.Words;
import cms.media.bytes.BlobFiles;
import cms.media.bytes.UrlSource;
import cms.media.bytes.WorkFolder;
import cms.media.upload.Uploads;
import cms.media.use.MissingAssets;
import cms.media.use.Use;
import cms.media.use.Uses;
import cms.media.variant.FieldRules;
import cms.media.variant.Focal;
import cms.media.variant.VariantMap;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.http.Routes;
import cms.platform.idempotency.FormIdempotency;
import cms.platform.instance.Instance;
import cms.platform.pictures.Pictures;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.ProjectDeleted;
import cms.usage.Usage;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The door of assets. Every verb asks for its capability, then for the plan. */
public final class Media implements AutoCloseable {
    private final Instance instance;
    private final Database database;
    private final MediaPlaces rooms;
    private final MediaAllowance allowance;
    private final Uses uses;
    private final BlobFiles blobs;
    private final Storage storage;
    private final AssetIntake intake;
    private final Edits edits;
    private final Bin bin;
    private final Uploads uploads;
    private final FieldRules fields;
    private final UrlSource urls;
    private final AssetView view;
    private final MediaFiles files;
    private final MediaKeys keys;
    private final AssetStore store = new AssetStore();

    public Media(
            Instance instance, Pictures pictures, Plans plans, Usage usage, MediaSettings settings, MediaPlaces rooms) {
        this.instance = instance;
        this.database = instance.database();
        this.rooms = rooms;
        this.allowance = new MediaAllowance(rooms.projects(), plans);
        this.uses = new Uses(database, rooms.hosting(), rooms.contents().texts());
        this.blobs = new BlobFiles(instance.objects());
        this.storage = new Storage(instance, usage);
        Sizes sizes = new Sizes(pictures, instance.compute(), blobs);
        AssetNews news = new AssetNews(instance.announcements());
        this.intake = new AssetIntake(instance, news, rooms.projects().access(), storage, sizes, settings.scanner());
        this.edits = new Edits(instance, news, storage, blobs, sizes);
        this.bin = new Bin(instance, news, storage, uses);
        this.uploads = new Uploads(instance, rooms.projects().access(), new ResumedUploads(this, storage));
        this.fields = new FieldRules(rooms.contents().forForms());
        this.urls = new UrlSource(instance.net().streamsToOutside());
        this.view = new AssetView(settings.publicUrl());
        this.files = new MediaFiles(
                instance, pictures, settings.cacheBytes(), rooms.projects().access(), blobs);
        this.keys = new MediaKeys(instance, plans, settings.keyedPerHour(), rooms);
        uses.follow(rooms.changes(), this::hasAssets);
        instance.announcements().within(ProjectDeleted.class, this::forget);
        instance.announcements().within(AccountDeleted.class, (tx, gone) -> uploads.forgetPerson(tx, gone.userId()));
        instance.jobs().recurring("empty-media-bin", Duration.ofMinutes(10), bin::empty);
        instance.jobs().recurring("end-media-reservations", Duration.ofMinutes(10), storage::endReservations);
        instance.jobs().recurring("expire-media-uploads", Duration.ofMinutes(10), uploads::expire);
    }

    public void routes(Routes routes, FormIdempotency idempotency) {
        files.routes(routes, rooms.projects().access(), project -> allowance.require(project, Feature.MEDIA_LIBRARY));
        new AssetRoutes(rooms.projects().access(), this, idempotency).mount(routes, uploads);
        new PublicAssetRoutes(this, keys, idempotency).mount(routes, uploads);
    }

    /** The result of an upload: a new asset, or an existing one with the same bytes. */
    public record Added(ObjectNode asset, boolean isNew) {}

    /** One page of assets as callers see them, and the number of all. */
    public record Listed(List<ObjectNode> assets, long total) {}

    /**
     * Adds a file.
     *
     * @throws Failure FORBIDDEN for what the plan does not include or has no room for, TOO_LARGE,
     *     UNSUPPORTED_MEDIA_TYPE or UNPROCESSABLE for a file that is not taken
     */
    public Added add(ProjectAccess place, Upload upload, InputStream content) {
        return add(place, upload, content, AssetIntake.Held.nothing());
    }

    Added add(ProjectAccess place, Upload upload, InputStream content, AssetIntake.Held held) {
        requireAllowed(place, Capability.UPLOAD_MEDIA);
        try (WorkFolder work = WorkFolder.in(instance.scratch())) {
            long most = allowance.fileBytesMax(place.project());
            return take(place, upload, work.write("upload", content, most), work, held);
        }
    }

    /**
     * Downloads the file at a URL and adds it.
     *
     * @param goesOn called with the received share, below 1 (0 where the length is unknown); false cancels the download
     */
    public Added addFromUrl(ProjectAccess place, Upload upload, String url, DoublePredicate goesOn) {
        requireAllowed(place, Capability.UPLOAD_MEDIA);
        try (WorkFolder work = WorkFolder.in(instance.scratch())) {
            UrlSource.Fetched fetched = urls.fetch(url, work, allowance.fileBytesMax(place.project()), goesOn);
            return take(
                    place,
                    upload.filename().equals("file") ? upload.called(fetched.name()) : upload,
                    fetched.written(),
                    work,
                    AssetIntake.Held.nothing());
        }
    }

    /** Largest file in bytes; FORBIDDEN for a caller that may not upload. */
    long fileBytesMax(ProjectAccess place) {
        requireAllowed(place, Capability.UPLOAD_MEDIA);
        return allowance.fileBytesMax(place.project());
    }

    /** The variants that a picture gets; fails for a field or sizes that no file could satisfy. */
    VariantMap sizes(ProjectAccess place, Upload upload) {
        Optional<VariantMap> ofField =
                upload.field().map(named -> fields.require(place, named)).flatMap(FieldRules::sizes);
        return allowance.sizes(place.project(), upload.sizes(), ofField);
    }

    private Added take(
            ProjectAccess place,
            Upload upload,
            WorkFolder.WrittenFile written,
            WorkFolder work,
            AssetIntake.Held held) {
        Project project = place.project();
        VariantMap sizes = sizes(place, upload);
        Optional<FieldDefinition> field = upload.field().map(named -> fields.require(place, named));
        AssetIntake.Judged judged = intake.judge(place.project().workspaceId(), work, written);
        field.ifPresent(rules -> FieldRules.require(rules, judged.kind(), written.bytes()));
        if (upload.returnsDuplicate()) {
            Optional<Asset> known = database.read(tx -> store.sameBytes(tx, project.id(), written.hash())).stream()
                    .findFirst();
            if (known.isPresent()) {
                intake.settle(held, known.get());
                return new Added(json(place, known.get()), false);
            }
        }
        return new Added(json(place, intake.take(project, upload, sizes, judged, work, held)), true);
    }

    public Listed list(ProjectAccess place, AssetFilter filter) {
        requireAllowed(place, Capability.READ_MEDIA);
        Project project = place.project();
        if (filter.isByUses() && hasAssets(project.id())) {
            uses.catchUp(project);
        }
        return database.read(tx -> {
            AssetFilter seeing = filter.isByUses() ? filter.seeing(uses.seenBy(tx, place)) : filter;
            List<Asset> page = store.page(tx, project.id(), seeing);
            return new Listed(json(tx, place, page), store.total(tx, project.id(), seeing, page.size()));
        });
    }

    /**
     * A search for assets, the newest first.
     *
     * @param type prefix of the media type
     */
    public record Search(String words, List<String> tags, Optional<String> type, int page, int limit) {}

    public Listed search(ProjectAccess place, Search search) {
        return list(
                place, AssetFilter.search(search.words(), search.tags(), search.type(), search.page(), search.limit()));
    }

    /** Number of places in content, visible to the caller, that use an asset now; 0 for an unknown one. */
    public int countUses(ProjectAccess place, String id) {
        requireAllowed(place, Capability.READ_MEDIA);
        uses.catchUp(place.project());
        return visibleUses(
                        place, database.read(tx -> uses.of(tx, place.project().id(), List.of(id))))
                .size();
    }

    /** @throws Failure NOT_FOUND for an asset that is unknown, deleted or of another project */
    public Asset asset(ProjectAccess place, String id) {
        requireAllowed(place, Capability.READ_MEDIA);
        return require(place.project(), id);
    }

    /** An asset as the caller sees it, with the uses of this moment. */
    public ObjectNode json(ProjectAccess place, Asset asset) {
        uses.catchUp(place.project());
        return database.read(tx -> json(tx, place, List.of(asset)).getFirst());
    }

    /** Changes words and the focal point with the members that a body names: {@code alt}, {@code tags}, ... */
    public Asset change(ProjectAccess place, Author by, String id, Body body, Optional<Set<String>> ifMatch) {
        requireAllowed(place, Capability.UPDATE_MEDIA);
        Words.check(body); // what is wrong with the body is told before what is missing
        Optional<Focal> focal = body.isNull("focalPoint")
                ? Optional.of(Focal.CENTRE)
                : body.object("focalPoint").map(point -> Focal.parse(point.json()));
        return edits.edit(
                place.project(),
                () -> require(place.project(), id),
                new Edits.AssetEdit(by, words -> words.changedBy(body), focal),
                ifMatch);
    }

    /**
     * Adds tags to assets one by one: one that {@link Edits#tag} leaves out is refused and does not affect the others.
     */
    List<BulkOutcome> tagAll(ProjectAccess place, Author by, List<String> ids, List<String> tags) {
        requireAllowed(place, Capability.UPDATE_MEDIA);
        Project project = place.project();
        return ids.stream()
                .map(id -> new BulkOutcome(id, edits.tag(project, () -> require(project, id), by, tags)))
                .toList();
    }

    void delete(ProjectAccess place, Author by, String id, Deletion how) {
        requireAllowed(place, Capability.DELETE_MEDIA);
        bin.delete(place, by, id, how);
    }

    /** Moves an asset to the bin; CONFLICT (code {@code media.in_use}) while content uses it, unless forced. */
    public void delete(ProjectAccess place, Author by, String id, boolean force) {
        delete(place, by, id, Deletion.toBin(force));
    }

    /** Moves assets to the bin one by one: an asset in use or unknown is refused and does not affect the others. */
    List<BulkOutcome> deleteAll(ProjectAccess place, Author by, List<String> ids, boolean force) {
        requireAllowed(place, Capability.DELETE_MEDIA);
        return bin.deleteAll(place, by, ids, force);
    }

    /** Restores an asset from the bin. */
    public Asset restore(ProjectAccess place, Author by, String id) {
        requireAllowed(place, Capability.DELETE_MEDIA);
        return bin.restore(place.project(), by, id);
    }

    /** Opens the bytes of an asset; {@code variant} is {@code original}, {@code master}, or the name of another. */
    public DeliveredFile open(Asset asset, String variant) {
        return files.open(asset, variant);
    }

    /** The bytes of assets as websites read them. */
    public MediaFiles files() {
        return files;
    }

    /** The facts about assets that content checks ask for. */
    public AssetFacts facts() {
        return new MissingAssets(database, uses);
    }

    /** @throws Failure FORBIDDEN where the caller's role, or else the plan, does not allow it */
    void requireAllowed(ProjectAccess place, Capability capability) {
        place.requiring(capability);
        allowance.require(
                place.project(), capability == Capability.READ_MEDIA ? Feature.MEDIA_LIBRARY : Feature.MEDIA_UPLOAD);
    }

    private Asset require(Project project, String id) {
        return database.read(tx -> here(tx, project, id)).orElseThrow(Media::unknown);
    }

    private Optional<Asset> here(Tx tx, Project project, String id) {
        return store.find(tx, project.id(), id).filter(asset -> asset.deletedAt() == null);
    }

    private List<ObjectNode> json(Tx tx, ProjectAccess place, List<Asset> assets) {
        String projectId = place.project().id();
        Map<String, List<Use>> used = uses
                .of(tx, projectId, assets.stream().map(Asset::id).toList())
                .stream()
                .collect(Collectors.groupingBy(Use::assetId));
        List<AssetStore.Duplicate> duplicates = store.withBytes(
                tx,
                projectId,
                assets.stream().map(Asset::contentHash).distinct().toList());
        return assets.stream()
                .map(asset ->
                        view.json(asset, visibleUses(place, used.getOrDefault(asset.id(), List.of())), duplicates))
                .toList();
    }

    /** The uses in models and locales that the caller may see; uses without a locale count for all. */
    static List<Use> visibleUses(ProjectAccess place, List<Use> all) {
        return all.stream().filter(use -> use.isSeenBy(place)).toList();
    }

    private boolean hasAssets(String projectId) {
        return database.read(tx -> store.revision(tx, projectId)) > 0;
    }

    private void forget(Tx tx, ProjectDeleted gone) {
        storage.forget(tx, gone.workspaceId(), gone.projectId());
        store.deleteOfProject(tx, gone.projectId());
        uses.forget(tx, gone.projectId());
        uploads.forgetProject(tx, gone.projectId());
        files.forget(tx, gone.projectId());
    }

    static Failure unknown() {
        return Failure.notFound("There is no such asset in this project.");
    }

    @Override
    public void close() {
        uses.close();
    }
}
