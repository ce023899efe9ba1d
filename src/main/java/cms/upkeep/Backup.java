package cms.upkeep;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Copies an instance into one file, also while it serves. The backup contains every write that was acknowledged before
 * it began.
 *
 * <p>The order matters: rows first, because they follow the commits and catch up with newer ones; then refs, then the
 * objects that refs need, which are only ever added; then published files, which can be built again.
 */
final class Backup {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final String DAMAGED = " It is kept and must not be trusted: what is named above was copied damaged,"
            + " everything else is whole. Mend that, or keep an older backup of it.";

    private static final String WITH_KEY =
            "the sealing key is in it: keep the file as safe as the secrets of this instance.";
    private static final String WITHOUT_KEY =
            "the sealing key, CMS_SECRET, is not in it: keep it elsewhere, a restore needs both.";

    private final InstanceStorage place;
    private final InstantSource clock;

    Backup(InstanceStorage place, InstantSource clock) {
        this.place = place;
        this.clock = clock;
    }

    /** Sentences about the damaged parts of the copy, and one about the whole. */
    record Result(List<String> problems, String message) {}

    /**
     * Writes a backup. Damaged parts are copied as they are, because the rest may be all that is left: the file is
     * kept, and its manifest lists the damage for the person who restores it.
     *
     * @throws Failure CONFLICT when the file exists, NOT_FOUND when there is nothing to copy
     */
    Result into(Path file) {
        Path target = file.toAbsolutePath();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw Failure.conflict("The file " + file + " is already there; name another one.");
        }
        if (!Files.isDirectory(place.data().resolve(InstanceStorage.REPOSITORIES))) {
            throw Failure.notFound("The data folder " + place.data() + " has nothing to back up; check CMS_DATA.");
        }
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        try {
            List<String> problems = new ArrayList<>();
            WrittenArchive written = write(partial, problems);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            Disk.sync(target.resolveSibling(""));
            String message = "The backup " + file + " holds " + written.files() + " files (" + Files.size(target)
                    + " bytes); " + (written.hasKey() ? WITH_KEY : WITHOUT_KEY);
            return new Result(problems, problems.isEmpty() ? message : message + DAMAGED);
        } catch (IOException | SQLException failed) {
            throw Failure.unavailable("The backup could not be written: " + failed.getMessage() + ".")
                    .causedBy(failed);
        } finally {
            Disk.deleteQuietly(partial);
        }
    }

    /** What an archive holds: how many files, and whether the sealing key is one of them. */
    private record WrittenArchive(int files, boolean hasKey) {}

    private WrittenArchive write(Path partial, List<String> problems) throws IOException, SQLException {
        Disk.deleteQuietly(partial);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (Archive archive = new Archive(FileChannel.open(partial, options, OWNER_ONLY))) {
            ObjectNode facts = Json.object().put("made", clock.instant().toString());
            BackupRows rows = BackupRows.of(place);
            rows.copyTo(archive, facts, partial.resolveSibling(partial.getFileName() + ".rows"));
            String mark = mark();
            facts.put(Archive.SEALING, mark);
            boolean hasKey = addKey(archive, mark);
            addIfThere(archive, InstanceStorage.IDENTITY, place.data().resolve(InstanceStorage.IDENTITY));
            Path repositories = place.data().resolve(InstanceStorage.REPOSITORIES);
            for (Path gitDir : RepositoryFiles.below(repositories)) {
                String name = InstanceStorage.REPOSITORIES + "/" + repositories.relativize(gitDir);
                new RepositoryFiles(gitDir, name).copyTo(archive);
                problems.addAll(RepositoryCheck.of(gitDir).problems());
            }
            try (Connection connection = Database.connect(place.location())) {
                problems.addAll(Check.missingRepositories(connection, repositories));
            }
            problems.forEach(facts.putArray(Archive.PROBLEMS)::add);
            BackupObjects.of(place).copyTo(archive);
            archive.finish(facts);
            return new WrittenArchive(archive.files(), hasKey);
        }
    }

    private String mark() throws SQLException {
        try (Connection connection = Database.connect(place.location())) {
            return SealingMark.of(connection);
        }
    }

    /** Adds the file of the sealing key, unless there is none, or another one than the rows were sealed with. */
    private boolean addKey(Archive archive, String mark) throws IOException {
        Path file = place.data().resolve(InstanceStorage.SECRET);
        boolean isKey = Files.isRegularFile(file) && SealingMark.isKey(Files.readString(file), mark);
        if (isKey) {
            archive.add(InstanceStorage.SECRET, file);
        }
        return isKey;
    }

    private static void addIfThere(Archive archive, String name, Path file) throws IOException {
        try {
            archive.add(name, file);
        } catch (NoSuchFileException gone) {
            // Earlier versions wrote no identity.
        }
    }
}
