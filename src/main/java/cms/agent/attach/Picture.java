package cms.agent.attach;

import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.platform.failure.Failure;
import cms.platform.files.FileFacts;
import cms.platform.files.LeanFiles;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Pictures;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.Urgency;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * Draws pictures anew within the edge that models take: nothing of the file itself is passed on. Decoded in a process of its
 * own, as uploads of media are (decision 120).
 */
final class Picture {
    private static final int QUALITY = 85;
    private static final double MIDDLE = 0.5;

    private final Pictures pictures;

    Picture(Pictures pictures) {
        this.pictures = pictures;
    }

    /** @param mime of the file that came */
    record Drawn(String mime, Block block) {}

    /** @param owner whose share of the waiting counts */
    Drawn read(FileBytes file, String owner) throws Unreadable {
        try {
            Path folder = Files.createTempDirectory("cms-attached-");
            try {
                return drawn(file, owner, folder);
            } finally {
                delete(folder);
            }
        } catch (Failure refused) {
            throw new Unreadable(refused.message());
        } catch (IOException broken) {
            throw new Unreadable("The file could not be read.");
        }
    }

    private Drawn drawn(FileBytes file, String owner, Path folder) throws IOException {
        Path came = folder.resolve("came");
        try (InputStream in = file.stream()) {
            Files.copy(in, came);
        }
        Path lean = folder.resolve("lean");
        FileFacts facts = LeanFiles.clean(came, lean);
        PictureFormat format = facts.alpha() ? PictureFormat.PNG : PictureFormat.JPEG;
        int edge = AgentLimits.PICTURE_EDGE_PIXELS_MAX;
        Recipe recipe = new Recipe(format, Fit.INSIDE, edge, edge, MIDDLE, MIDDLE, QUALITY, false, false);
        Path made = pictures.make(owner, Urgency.UPLOAD, lean, facts.kind(), List.of(recipe), folder)
                .getFirst()
                .file();
        String base64 = Base64.getEncoder().encodeToString(Files.readAllBytes(made));
        return new Drawn(facts.kind().contentType(), new Block.Image(format.contentType(), base64));
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
