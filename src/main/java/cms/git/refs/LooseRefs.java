package cms.git.refs;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/** Refs that are a file each: only other programs make them here. */
final class LooseRefs {
    private final Path gitDir;

    LooseRefs(Path gitDir) {
        this.gitDir = gitDir;
    }

    /** Empty for a missing file, a folder, and a symbolic ref. */
    Optional<ObjectId> read(String ref) throws IOException {
        Path file = gitDir.resolve(ref);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return ObjectId.isId(text) ? Optional.of(ObjectId.fromString(text)) : Optional.empty();
        } catch (NoSuchFileException justPacked) {
            return Optional.empty();
        }
    }

    /** Each as a move to where it is. */
    List<RefMove> all() throws IOException {
        List<RefMove> loose = new ArrayList<>();
        Files.walkFileTree(gitDir.resolve("refs"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.toString().endsWith(".lock")) {
                    String name = gitDir.relativize(file).toString();
                    read(name).ifPresent(id -> loose.add(new RefMove(name, null, id)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return loose;
    }

    /** Those of the refs that are about to move. */
    List<RefMove> of(List<RefMove> moves) throws IOException {
        List<RefMove> loose = new ArrayList<>();
        for (RefMove move : moves) {
            read(move.ref()).ifPresent(id -> loose.add(new RefMove(move.ref(), null, id)));
        }
        return loose;
    }

    /** Removes them for good. */
    void remove(List<RefMove> loose) throws IOException {
        Set<Path> folders = new HashSet<>();
        for (RefMove packed : loose) {
            Path file = gitDir.resolve(packed.ref());
            Files.delete(file);
            folders.add(file.resolveSibling(""));
        }
        for (Path folder : folders) {
            Durable.folder(folder);
        }
    }
}
