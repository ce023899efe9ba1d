package cms.media.upload;

import cms.media.asset.BlobStore.StorageReservation;
import cms.media.bytes.WorkFolder;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.instance.Instance;
import cms.platform.jobs.Lease;
import cms.project.Access;
import cms.project.ProjectAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The door of resumable uploads. */
public final class Uploads {
    static final Duration LIFE = Duration.ofHours(24);

    private static final int OPEN_MAX = 100;
    private static final int EXPIRED_AT_ONCE = 100;

    private final Instance instance;
    private final Access access;
    private final UploadTarget target;
    private final PartBytes bytes;
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final RandomTokens random = new RandomTokens();
    private final UploadStore store = new UploadStore();

    public Uploads(Instance instance, Access access, UploadTarget target) {
        this.instance = instance;
        this.access = access;
        this.target = target;
        this.bytes = new PartBytes(instance.objects());
    }

    long fileBytesMax(ProjectAccess place) {
        return target.fileBytesMax(place);
    }

    /**
     * Begins an upload and reserves storage for it.
     *
     * @throws Failure TOO_LARGE or FORBIDDEN for a file beyond the plan, CONFLICT while the project has too many open
     *     uploads, NOT_FOUND when it was deleted
     */
    OpenUpload begin(TusRoutes.Uploader uploader, long length, UploadMetadata metadata) {
        ProjectAccess place = uploader.place();
        long most = target.fileBytesMax(place);
        if (length > most) {
            throw WorkFolder.tooLarge(most);
        }
        target.check(place, uploader.by(), metadata);
        String projectId = place.project().id();
        String workspaceId = place.project().workspaceId();
        if (instance.database().read(tx -> store.countOfProject(tx, projectId)) >= OPEN_MAX) {
            throw Failure.conflict("This project has " + OPEN_MAX + " uploads open; finish or end some of them.")
                    .withCode("media.uploads");
        }
        StorageReservation held = target.reserve(workspaceId, length, LIFE);
        Instant expires = instance.clock().instant().plus(LIFE);
        OpenUpload upload = new OpenUpload(
                random.uuid(),
                workspaceId,
                projectId,
                uploader.holder(),
                length,
                0,
                metadata.header(),
                held.id(),
                expires,
                null);
        try {
            instance.database().writing(tx -> {
                access.keep(tx, projectId);
                store.insert(tx, upload);
                tx.concerns("media_uploads", upload.id());
            });
        } catch (RuntimeException | Error failed) {
            target.release(held);
            throw failed;
        }
        return upload;
    }

    /** @throws Failure NOT_FOUND for an upload that is unknown, ended, or another caller's */
    OpenUpload upload(TusRoutes.Uploader uploader, String id) {
        return instance.database()
                .read(tx -> store.find(tx, uploader.place().project().id(), id))
                .filter(upload -> upload.holder().equals(uploader.holder())
                        && upload.expiresAt().isAfter(instance.clock().instant()))
                .orElseThrow(() -> Failure.notFound("There is no such upload; begin a new one."));
    }

    /**
     * Runs {@code work} while no other request works on the upload.
     *
     * @return empty while another request works on it
     */
    <T> Optional<T> alone(String id, Supplier<T> work) {
        if (!busy.add(id)) {
            return Optional.empty();
        }
        try {
            Optional<Lease> lease = instance.leases().take("upload " + id);
            if (lease.isEmpty()) {
                return Optional.empty();
            }
            try (Lease _ = lease.get()) {
                return Optional.of(work.get());
            }
        } finally {
            busy.remove(id);
        }
    }

    /**
     * Appends bytes; bytes that are durable stay, also when the rest does not arrive.
     *
     * @param sum digest that the bytes must have; with it they are appended as a whole or not at all
     * @throws Failure INVALID for more bytes than announced, or other than {@code sum}
     */
    OpenUpload append(OpenUpload upload, Optional<UploadChecksum> sum, InputStream content) {
        try (WorkFolder work = WorkFolder.in(instance.scratch())) {
            return new Appending(bytes, work, this::received).append(upload, sum, content);
        }
    }

    private OpenUpload received(OpenUpload upload, long size) {
        Optional<OpenUpload> longer = instance.database()
                .write(tx -> store.received(tx, upload, size)
                        ? store.find(tx, upload.projectId(), upload.id())
                        : Optional.empty());
        if (longer.isEmpty()
                && instance.database()
                        .read(tx -> store.find(tx, upload.projectId(), upload.id()))
                        .isEmpty()) {
            bytes.deleteAll(upload.id()); // it ended while this part was stored
        }
        return longer.orElseThrow(
                () -> Failure.conflict("Somebody else has sent a part of this upload; ask where to go on."));
    }

    /**
     * Makes an asset of a complete upload; a refused file ends the upload.
     *
     * @return the upload with its asset
     */
    OpenUpload finish(TusRoutes.Uploader uploader, OpenUpload upload) {
        if (!upload.isWhole() || upload.assetId() != null) {
            return upload;
        }
        List<Long> starts = instance.database().read(tx -> store.starts(tx, upload.id()));
        try (InputStream whole = bytes.open(upload.id(), starts)) {
            target.take(uploader.place(), uploader.by(), upload, whole, (tx, assetId) -> became(tx, upload, assetId));
        } catch (IOException closing) {
            throw new UncheckedIOException(closing);
        } catch (Failure refused) {
            if (refused.kind() != FailureKind.UNAVAILABLE && refused.kind() != FailureKind.RATE_LIMITED) {
                delete(upload);
            }
            throw refused;
        }
        bytes.deleteAll(upload.id());
        return instance.database()
                .read(tx -> store.find(tx, upload.projectId(), upload.id()))
                .orElse(upload);
    }

    private void became(Tx tx, OpenUpload upload, String assetId) {
        if (!store.became(tx, upload.id(), assetId)) {
            throw Failure.conflict("This upload has ended.");
        }
        store.deleteParts(tx, upload.id());
    }

    /** Ends an upload and releases its storage. */
    void delete(OpenUpload upload) {
        instance.database().writing(tx -> store.delete(tx, upload.id()));
        target.release(upload.room());
        bytes.deleteAll(upload.id());
    }

    /** Ends the uploads that were not completed within a day. */
    public void expire() {
        List<OpenUpload> ended;
        do {
            long now = instance.clock().millis();
            ended = instance.database().read(tx -> store.expired(tx, now, EXPIRED_AT_ONCE));
            ended.forEach(this::delete);
        } while (ended.size() == EXPIRED_AT_ONCE);
    }

    /** Ends the uploads of a project in the transaction of its deletion; their bytes are removed after it. */
    public void forgetProject(Tx tx, String projectId) {
        end(tx, store.ofProject(tx, projectId));
    }

    /** Ends the uploads of a person in every project, in the transaction that deletes the account. */
    public void forgetPerson(Tx tx, String userId) {
        end(tx, store.ofPerson(tx, userId));
    }

    private void end(Tx tx, List<OpenUpload> open) {
        for (OpenUpload upload : open) {
            store.delete(tx, upload.id());
            target.release(tx, upload.room());
        }
        tx.afterCommit(() -> open.forEach(upload -> bytes.deleteAll(upload.id())));
    }
}
