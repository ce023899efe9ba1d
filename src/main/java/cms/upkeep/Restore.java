package cms.upkeep;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import tools.jackson.databind.JsonNode;

/**
 * Restores a backup into an empty data folder. Everything is unpacked into a separate folder and compared with the
 * manifest before the first file is moved to its place; until the restore is complete the service does not start there.
 */
final class Restore {
    /** Largest manifest, of some million files. */
    private static final int MANIFEST_BYTES_MAX = 256 << 20;

    private static final int KEY_BYTES_MAX = 1_000;

    private static final String DAMAGED =
            " What is named above was damaged when that backup was made, and came back as it was.";

    private final InstanceStorage place;

    Restore(InstanceStorage place) {
        this.place = place;
    }

    /** Sentences about the parts that were damaged when they were copied, and one about the whole. */
    record Result(List<String> problems, String message) {}

    /**
     * Restores all of a backup, or leaves everything as it was.
     *
     * @throws Failure CONFLICT when the folder or database is not empty, INVALID for a file that is not a whole backup
     */
    Result from(Path file) {
        if (!Files.isRegularFile(file)) {
            throw Failure.notFound("There is no backup file " + file + ".");
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            JsonNode manifest = manifest(zip, file);
            if (place.secret().isPresent()) {
                String mark = manifest.path(Archive.SEALING).asString("");
                place.secret().get().require(mark, hasKey(zip, mark));
            }
            requireEmptyFolder();
            BackupRows rows = BackupRows.of(place);
            rows.requireRoom(manifest);
            BackupObjects objects = BackupObjects.of(place);
            objects.requireRoom();
            bringBack(zip, manifest, file, rows, objects);
            List<String> problems = manifest.path(Archive.PROBLEMS)
                    .valueStream()
                    .map(one -> one.asString(""))
                    .toList();
            String message = "The backup of " + manifest.path("made").asString() + " is back in " + place.data()
                    + " with " + manifest.path("files").size() + " files.";
            return new Result(problems, problems.isEmpty() ? message : message + DAMAGED);
        } catch (ZipException broken) {
            throw damaged(file).causedBy(broken);
        } catch (IOException | SQLException failed) {
            throw Failure.unavailable("The backup could not be restored: " + failed.getMessage() + ".")
                    .causedBy(failed);
        }
    }

    /** Whether the key of the mark is in the backup; one of an earlier version may hold a key that was replaced. */
    private static boolean hasKey(ZipFile zip, String mark) throws IOException {
        ZipEntry entry = zip.getEntry(InstanceStorage.SECRET);
        if (entry == null) {
            return false;
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return SealingMark.isKey(new String(in.readNBytes(KEY_BYTES_MAX), StandardCharsets.UTF_8), mark);
        }
    }

    private void bringBack(ZipFile zip, JsonNode manifest, Path file, BackupRows rows, BackupObjects objects)
            throws IOException, SQLException {
        List<Path> made = Disk.makeFolders(place.data());
        Path aside = place.data().resolve(InstanceStorage.UNFINISHED);
        try {
            Files.createDirectory(aside);
            unpack(zip, manifest, file, aside);
            objects.bringBack(aside);
            rows.bringBack(manifest, aside);
        } catch (IOException | SQLException | RuntimeException refused) {
            Disk.deleteAll(aside);
            takeBack(objects, refused);
            made.reversed().forEach(Disk::deleteQuietly);
            throw refused;
        }
        putInPlace(aside);
    }

    private static void takeBack(BackupObjects objects, Exception because) {
        try {
            objects.takeBack();
        } catch (RuntimeException stays) {
            because.addSuppressed(stays);
        }
    }

    private void requireEmptyFolder() throws IOException {
        if (!Files.exists(place.data())) {
            return;
        }
        try (Stream<Path> found = Files.list(place.data())) {
            if (found.findAny().isPresent()) {
                throw Failure.conflict("The data folder " + place.data()
                        + " is not empty; set CMS_DATA to an empty folder, so that nothing of yours is overwritten.");
            }
        }
    }

    private static JsonNode manifest(ZipFile zip, Path file) throws IOException {
        ZipEntry entry = zip.getEntry(Archive.MANIFEST);
        if (entry == null) {
            throw damaged(file);
        }
        try (InputStream in = zip.getInputStream(entry)) {
            JsonNode manifest = Json.parse(in.readNBytes(MANIFEST_BYTES_MAX));
            if (manifest.path("format").asInt(0) != Archive.FORMAT) {
                throw Failure.invalid("The backup " + file + " has a form that this version does not know.");
            }
            return manifest;
        }
    }

    /** Unpacks the files that the manifest names, each checked by length and hash; fails when there are others. */
    private static void unpack(ZipFile zip, JsonNode manifest, Path file, Path aside) throws IOException {
        Map<String, JsonNode> named = new HashMap<>();
        manifest.path("files").forEach(one -> named.put(one.path("name").asString(""), one));
        if (zip.size() != named.size() + 1) {
            throw damaged(file);
        }
        for (Map.Entry<String, JsonNode> one : named.entrySet()) {
            ZipEntry entry = zip.getEntry(one.getKey());
            boolean known = Archive.isWritten(one.getKey());
            if (entry == null || !known || !unpack(zip, entry, one.getValue(), aside.resolve(one.getKey()))) {
                throw damaged(file);
            }
        }
        RepositoryFiles.addFolders(aside.resolve(InstanceStorage.REPOSITORIES));
        Disk.syncAll(aside);
    }

    private static boolean unpack(ZipFile zip, ZipEntry entry, JsonNode expected, Path target) throws IOException {
        Files.createDirectories(target.resolveSibling(""));
        MessageDigest digest = Hashes.sha256();
        long stated = expected.path("bytes").asLong(-1);
        long bytes;
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = new DigestOutputStream(Files.newOutputStream(target), digest)) {
            bytes = copy(in, out, stated);
        } catch (ZipException | EOFException broken) {
            return false;
        }
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
        return bytes == stated
                && HexFormat.of()
                        .formatHex(digest.digest())
                        .equals(expected.path("sha256").asString(""));
    }

    /** Copies at most one buffer more than the stated length, because a small entry may inflate to gigabytes. */
    private static long copy(InputStream in, OutputStream out, long stated) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long copied = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            copied += read;
            if (copied > stated) {
                return copied;
            }
            out.write(buffer, 0, read);
        }
        return copied;
    }

    /**
     * Moves the files to their place with a few renames; the folder that keeps the service from starting is removed
     * last.
     */
    private void putInPlace(Path aside) throws IOException {
        try (Stream<Path> found = Files.list(aside)) {
            for (Path one : found.toList()) {
                Files.move(one, place.data().resolve(one.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            }
        }
        Disk.sync(place.data());
        Files.delete(aside);
        Disk.sync(place.data());
    }

    private static Failure damaged(Path file) {
        return Failure.invalid("The file " + file
                + " is not a whole backup: something in it is missing or was changed. Nothing was restored.");
    }
}
