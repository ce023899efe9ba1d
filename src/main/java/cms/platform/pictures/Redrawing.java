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

/** Draws a small picture anew from bytes that came: nothing of the file itself is passed on. */
public final class Redrawing {
    private final Pictures pictures;

    public Redrawing(Pictures pictures) {
        this.pictures = pictures;
    }

    /**
     * What was drawn.
     *
     * @param kind of the file that came
     * @param format of {@code bytes}
     */
    public record Redrawn(FileKind kind, PictureFormat format, byte[] bytes) {}

    /**
     * Judges the bytes, then decodes them in a worker process. Blocking.
     *
     * @param owner whose share of the waiting counts
     * @param came a whole file; how much of it is taken is bounded by the caller
     * @param recipe what to make of a file of these facts; it may refuse by a {@link Failure}
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
