package cms.upkeep;

import cms.git.Repositories;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * Checks one repository as {@code git fsck --full --strict} does: packs by their checksums, every object by its name
 * and its format, and the presence of everything that a ref needs.
 */
final class RepositoryCheck {
    private static final int CHECKSUM_BYTES = 20;
    private static final int LOOKS_MAX = 3;

    private final Path gitDir;
    private final List<String> problems = new ArrayList<>();
    private final long objects;

    private RepositoryCheck(Path gitDir) {
        this.gitDir = gitDir;
        Set<ObjectId> ids = new LinkedHashSet<>();
        try (Repository jgit = Repositories.reading(gitDir)) {
            ids.addAll(loose());
            for (Pack pack : ((ObjectDirectory) jgit.getObjectDatabase()).getPacks()) {
                checkPack(pack, ids);
            }
            checkObjects(jgit, ids);
            checkRefs(jgit);
        } catch (IOException | RuntimeException unreadable) {
            problem("something cannot be read (" + reason(unreadable) + ")");
        }
        objects = ids.size();
    }

    /**
     * Checks a repository; never throws. Faults seen while it is being packed are checked again; one that was removed
     * has none.
     */
    static RepositoryCheck of(Path gitDir) {
        RepositoryCheck last = new RepositoryCheck(gitDir);
        for (int look = 1; look < LOOKS_MAX && !last.problems.isEmpty(); look++) {
            last = new RepositoryCheck(gitDir);
        }
        if (!Files.exists(gitDir)) {
            last.problems.clear();
        }
        return last;
    }

    /** A sentence for each fault. */
    List<String> problems() {
        return problems;
    }

    long objects() {
        return objects;
    }

    static boolean has(Path gitDir, String sha) {
        try (Repository jgit = Repositories.reading(gitDir)) {
            return ObjectId.isId(sha) && jgit.getObjectDatabase().has(ObjectId.fromString(sha));
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    static boolean hasBranch(Path gitDir) {
        try (Repository jgit = Repositories.reading(gitDir)) {
            return !jgit.getRefDatabase().getRefsByPrefix(Constants.R_HEADS).isEmpty();
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    /** Whether a commit is in the history of any ref. */
    static boolean reaches(Path gitDir, String sha) {
        try (Repository jgit = Repositories.reading(gitDir);
                RevWalk walk = new RevWalk(jgit)) {
            walk.setRetainBody(false);
            for (Ref ref : jgit.getRefDatabase().getRefs()) {
                if (ref.getObjectId() != null && walk.parseAny(ref.getObjectId()) instanceof RevCommit commit) {
                    walk.markStart(commit);
                }
            }
            for (RevCommit commit : walk) {
                if (commit.name().equals(sha)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | RuntimeException missing) {
            return false;
        }
    }

    private Set<ObjectId> loose() throws IOException {
        Set<ObjectId> ids = new LinkedHashSet<>();
        Path folder = gitDir.resolve("objects");
        for (Path file : Disk.filesBelow(folder)) {
            Path inside = folder.relativize(file);
            String name = inside.toString().replace("/", "");
            if (inside.getNameCount() == 2 && ObjectId.isId(name)) {
                ids.add(ObjectId.fromString(name));
            }
        }
        return ids;
    }

    private void checkPack(Pack pack, Set<ObjectId> ids) {
        Path file = pack.getPackFile().toPath();
        try {
            requireChecksum(file);
            requireChecksum(file.resolveSibling(file.getFileName().toString().replaceFirst("pack$", "idx")));
            pack.forEach(entry -> ids.add(entry.toObjectId()));
        } catch (NoSuchFileException gathered) {
            // Its objects are in another pack now; one that is in none is found missing where it is needed.
        } catch (IOException | RuntimeException broken) {
            problem("the pack " + file.getFileName() + " is damaged (" + reason(broken) + ")");
        }
    }

    private static void requireChecksum(Path file) throws IOException {
        var digest = Constants.newMessageDigest();
        long left = Files.size(file) - CHECKSUM_BYTES;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    throw new IOException("it ends early");
                }
                digest.update(buffer, 0, read);
                left -= read;
            }
            if (!Arrays.equals(in.readNBytes(CHECKSUM_BYTES), digest.digest())) {
                throw new IOException("its checksum is another");
            }
        }
    }

    private void checkObjects(Repository jgit, Set<ObjectId> ids) {
        ObjectChecker checker = new ObjectChecker();
        ObjectInserter.Formatter names = new ObjectInserter.Formatter();
        try (ObjectReader reader = jgit.newObjectReader()) {
            for (ObjectId id : ids) {
                try {
                    checkObject(reader.open(id), id, checker, names);
                } catch (CorruptObjectException broken) {
                    problem("the object " + id.name() + " is damaged (" + broken.getMessage() + ")");
                } catch (IOException | RuntimeException unreadable) {
                    problem("the object " + id.name() + " cannot be read (" + reason(unreadable) + ")");
                }
            }
        }
    }

    private void checkObject(ObjectLoader loader, ObjectId id, ObjectChecker checker, ObjectInserter.Formatter names)
            throws IOException {
        ObjectId name;
        if (loader.getType() == Constants.OBJ_BLOB) {
            try (InputStream in = loader.openStream()) {
                name = names.idFor(Constants.OBJ_BLOB, loader.getSize(), in);
            }
        } else {
            byte[] bytes = loader.getCachedBytes();
            name = names.idFor(loader.getType(), bytes);
            checker.check(id, loader.getType(), bytes);
        }
        if (!name.equals(id)) {
            problem("the object " + id.name() + " holds something else");
        }
    }

    private void checkRefs(Repository jgit) throws IOException {
        try (ObjectWalk walk = new ObjectWalk(jgit)) {
            for (Ref ref : jgit.getRefDatabase().getRefs()) {
                if (ref.getObjectId() != null) { // It is null for the HEAD of a repository without commits.
                    start(walk, ref.getName(), ref.getObjectId());
                }
            }
            // Read as a backup reads it; fails where a journal of an earlier version has refs that this file lacks.
            String packed = new String(Repositories.packedRefs(gitDir), StandardCharsets.UTF_8);
            for (String line :
                    packed.lines().filter(text -> !text.startsWith("#")).toList()) {
                String[] parts = line.split(" ", 2);
                start(walk, parts[1], ObjectId.fromString(parts[0]));
            }
            walk.checkConnectivity();
        } catch (IOException | RuntimeException missing) {
            problem("something that a branch needs is missing (" + reason(missing) + ")");
        }
    }

    private void start(ObjectWalk walk, String ref, ObjectId id) {
        try {
            walk.markStart(walk.parseAny(id));
        } catch (IOException missing) {
            String message = "the ref " + ref + " points to " + id.name() + ", which is not there";
            if (!problems.contains("In " + gitDir + " " + message + ".")) {
                problem(message);
            }
        }
    }

    /** Text of an exception; some of JGit have no message but their class. */
    private static String reason(Exception failed) {
        String message = failed.getMessage();
        return message == null ? failed.getClass().getSimpleName() : message;
    }

    private void problem(String what) {
        problems.add("In " + gitDir + " " + what + ".");
    }
}
