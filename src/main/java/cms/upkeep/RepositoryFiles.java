package cms.upkeep;

import cms.git.Repositories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Copies the files of a bare repository while others may write to it: refs before objects, because a ref never moves to
 * an object that is not stored yet, and loose objects before packs, because packing moves them in that direction.
 */
final class RepositoryFiles {
    private static final int ROUNDS_MAX = 20;
    private static final String SUFFIX = ".git";

    private final Path gitDir;
    private final String name;
    private final Set<Path> copied = new HashSet<>();

    RepositoryFiles(Path gitDir, String name) {
        this.gitDir = gitDir;
        this.name = name;
    }

    /** The repositories {@code <folder>/<owner>/<name>.git}, sorted, without those that are being made or removed. */
    static List<Path> below(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> repositories = new ArrayList<>();
        for (Path owner : folders(folder)) {
            folders(owner).stream()
                    .filter(path -> path.getFileName().toString().endsWith(SUFFIX))
                    .filter(path -> !path.getFileName().toString().startsWith("."))
                    .forEach(repositories::add);
        }
        return repositories;
    }

    private static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(Files::isDirectory).sorted().toList();
        }
    }

    /**
     * Adds the empty folders without which Git does not recognise a repository, and which a backup does not contain.
     */
    static void addFolders(Path repositories) throws IOException {
        for (Path gitDir : below(repositories)) {
            for (String folder : List.of("refs/heads", "refs/tags", "objects/info", "objects/pack")) {
                Files.createDirectories(gitDir.resolve(folder));
            }
        }
    }

    void copyTo(Archive archive) throws IOException {
        for (String fixed : List.of("HEAD", "config", "description", "shallow", "largest-difference")) {
            if (Files.isRegularFile(gitDir.resolve(fixed))) {
                add(archive, gitDir.resolve(fixed));
            }
        }
        refs(archive);
        objects(archive);
    }

    /**
     * Copies the refs. Loose refs override packed ones and are packed at times, so both are read until no loose one has
     * moved meanwhile.
     */
    private void refs(Archive archive) throws IOException {
        for (int round = 1; ; round++) {
            SortedMap<Path, String> before = looseRefs();
            byte[] packed = Repositories.packedRefs(gitDir);
            if (before.equals(looseRefs())) {
                for (var ref : before.entrySet()) {
                    byte[] bytes = ref.getValue().getBytes(StandardCharsets.US_ASCII);
                    archive.add(nameOf(ref.getKey()), out -> out.write(bytes));
                }
                archive.add(name + "/packed-refs", out -> out.write(packed));
                return;
            }
            giveUpAfter(round);
        }
    }

    private SortedMap<Path, String> looseRefs() throws IOException {
        SortedMap<Path, String> refs = new TreeMap<>();
        for (Path file : Disk.filesBelow(gitDir.resolve("refs"))) {
            if (!file.toString().endsWith(".lock")) {
                try {
                    refs.put(file, Files.readString(file, StandardCharsets.US_ASCII));
                } catch (NoSuchFileException packed) {
                    // It was packed into packed-refs, which is read after this.
                }
            }
        }
        return refs;
    }

    /** Copies the objects. A file that vanishes was packed: its objects are in a pack that the next pass finds. */
    private void objects(Archive archive) throws IOException {
        for (int round = 1; !copyNew(archive, round == ROUNDS_MAX); round++) {
            giveUpAfter(round);
        }
    }

    /**
     * Copies new packs. An index whose pack stays missing is damage, which the check reports; during repacking one is
     * missing for a moment.
     */
    private boolean copyNew(Archive archive, boolean last) throws IOException {
        boolean complete = true;
        Path packs = gitDir.resolve("objects/pack");
        for (Path file : Disk.filesBelow(gitDir.resolve("objects"))) {
            if (!file.startsWith(packs) && !isTemporary(file)) {
                complete &= copy(archive, file);
            }
        }
        for (Path file : Disk.filesBelow(packs)) {
            String fileName = file.getFileName().toString();
            if (fileName.endsWith(".idx") && !isTemporary(file)) {
                Path pack = file.resolveSibling(fileName.replaceFirst("idx$", "pack"));
                boolean isLost = last && !Files.exists(pack);
                complete &= isLost || copy(archive, pack) && copy(archive, file);
            }
        }
        return complete;
    }

    private boolean copy(Archive archive, Path file) throws IOException {
        if (copied.contains(file)) {
            return true;
        }
        try {
            add(archive, file);
            copied.add(file);
            return true;
        } catch (NoSuchFileException packed) {
            return false;
        }
    }

    private void add(Archive archive, Path file) throws IOException {
        archive.add(nameOf(file), file);
    }

    private String nameOf(Path file) {
        return name + "/" + gitDir.relativize(file);
    }

    private void giveUpAfter(int round) throws IOException {
        if (round == ROUNDS_MAX) {
            throw new IOException("the repository " + gitDir + " keeps changing, try again");
        }
    }

    private static boolean isTemporary(Path file) {
        String fileName = file.getFileName().toString();
        return fileName.startsWith("tmp_")
                || fileName.endsWith(".tmp")
                || fileName.endsWith(".lock")
                || fileName.startsWith("incoming_");
    }
}
