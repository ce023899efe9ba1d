package cms.upkeep;

import cms.platform.failure.Failure;
import cms.platform.objects.Objects;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The objects of an instance in a backup and a restore; their names in the backup do not depend on where they are
 * stored.
 */
sealed interface BackupObjects {
    static BackupObjects of(InstanceStorage place) {
        return place.bucket()
                .<BackupObjects>map(InBucket::new)
                .orElseGet(() -> new InFolder(place.data().resolve(InstanceStorage.OBJECTS)));
    }

    /** Adds each object. One that is deleted meanwhile belonged to a replaced release or to a deleted row. */
    void copyTo(Archive archive) throws IOException;

    /** An object as an open file, which the caller closes; empty when it does not exist. */
    Optional<FileChannel> open(String key) throws IOException;

    /** Fails with CONFLICT when restored objects could overwrite others; changes nothing. */
    void requireRoom();

    /**
     * Moves the unpacked objects to their place; those left in {@code unpacked} are moved together with the data
     * folder.
     */
    void bringBack(Path unpacked) throws IOException;

    /** Deletes the objects that {@link #bringBack} has stored. */
    void takeBack();

    /** Objects as files of the data folder. */
    record InFolder(Path folder) implements BackupObjects {
        @Override
        public void copyTo(Archive archive) throws IOException {
            List<Path> files = Disk.filesBelow(folder).stream()
                    .filter(file -> !folder.relativize(file).startsWith(".aside"))
                    .filter(file ->
                            MediaCheck.isOriginal(folder.relativize(file).toString()))
                    .toList();
            for (Path file : files) {
                try {
                    archive.add(InstanceStorage.OBJECTS + "/" + folder.relativize(file), file);
                } catch (NoSuchFileException gone) {
                    // It was deleted since.
                }
            }
        }

        @Override
        public Optional<FileChannel> open(String key) throws IOException {
            try {
                return Optional.of(FileChannel.open(folder.resolve(key)));
            } catch (NoSuchFileException missing) {
                return Optional.empty();
            }
        }

        @Override
        public void requireRoom() {
            // The data folder has to be empty.
        }

        @Override
        public void bringBack(Path unpacked) {
            // They are moved together with the data folder.
        }

        @Override
        public void takeBack() {
            // None was moved yet.
        }
    }

    /** Objects in a bucket. */
    final class InBucket implements BackupObjects {
        /** Key of the object with which the service checks whether the bucket works. */
        private static final String PROBE = "health/probe";

        private final Objects bucket;
        private final List<String> brought = new ArrayList<>();

        private InBucket(Objects bucket) {
            this.bucket = bucket;
        }

        @Override
        public void copyTo(Archive archive) throws IOException {
            for (String key : keys().stream().filter(MediaCheck::isOriginal).toList()) {
                try (FileChannel bytes = bucket.open(key).orElse(null)) {
                    if (bytes != null) {
                        archive.add(
                                InstanceStorage.OBJECTS + "/" + key,
                                out -> Channels.newInputStream(bytes).transferTo(out));
                    }
                }
            }
        }

        @Override
        public Optional<FileChannel> open(String key) {
            return bucket.open(key);
        }

        @Override
        public void requireRoom() {
            if (!keys().isEmpty()) {
                throw Failure.conflict("The bucket of CMS_S3_BUCKET is not empty; name an empty one, so that nothing"
                        + " of yours is overwritten.");
            }
        }

        @Override
        public void bringBack(Path unpacked) throws IOException {
            Path folder = unpacked.resolve(InstanceStorage.OBJECTS);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> found = Files.walk(folder)) {
                    for (Path file : found.filter(Files::isRegularFile).toList()) {
                        String key = folder.relativize(file).toString();
                        brought.add(key);
                        bucket.copyIn(key, file);
                    }
                }
                Disk.deleteAll(folder);
            }
        }

        @Override
        public void takeBack() {
            brought.forEach(bucket::delete);
        }

        private List<String> keys() {
            List<String> keys = new ArrayList<>();
            bucket.eachKey(keys::add);
            keys.remove(PROBE);
            return keys;
        }
    }
}
