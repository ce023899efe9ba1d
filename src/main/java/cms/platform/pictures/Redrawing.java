package cms.platform.pictures;

import cms.platform.failure.Failure;
import cms.platform.files.FileFacts;
import cms.platform.files.FileKind;
import cms.platform.files.LeanFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Re-encodes a small picture from received bytes; no byte of the file itself is passed on. */
public final class Redrawing {
    private final Pictures pictures;

    public Redrawing(Pictures pictures) {
        this.pictures = pictures;
    }

    /**
     * The re-encoded picture.
     *
     * @param kind of the received file
     * @param format of {@code bytes}
     */
    public record Redrawn(FileKind kind, PictureFormat format, byte[] bytes) {}

    /**
     * Checks the bytes, then decodes them in a worker process. Blocking.
     *
     * @param owner whose share of the queue the work counts for
     * @param came the whole file; the caller bounds its size
     * @param recipe chooses the picture to make by the facts of the file; may refuse the file by a {@link Failure}
     * @throws Failure as {@link LeanFiles#clean} and {@link Pictures#make}
     */
    public Redrawn redraw(String owner, InputStream came, Function<FileFacts, Recipe> recipe) throws IOException {
        Path folder = Files.createTempDirectory("cms-redrawn-");
        try {
            Path file = folder.resolve("came");
            Files.copy(came, file);
            Path lean = folder.resolve("lean");
            FileFacts facts = LeanFiles.clean(file, lean);
            List<Recipe> wanted = List.of(recipe.apply(facts));
            Picture made = pictures.make(owner, Urgency.UPLOAD, lean, facts.kind(), wanted, folder)
                    .getFirst();
            return new Redrawn(facts.kind(), made.format(), Files.readAllBytes(made.file()));
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
