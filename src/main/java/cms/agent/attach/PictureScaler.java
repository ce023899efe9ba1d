package cms.agent.attach;

import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.platform.failure.Failure;
import cms.platform.files.FileFacts;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Pictures;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.Redrawing;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.function.Function;

/**
 * Scales pictures to the edge length that models accept. They are decoded in a separate process, as uploads of media
 * are (decision 120).
 */
final class PictureScaler {
    private static final int QUALITY = 85;
    private static final double MIDDLE = 0.5;

    private final Redrawing redrawing;

    PictureScaler(Pictures pictures) {
        this.redrawing = new Redrawing(pictures);
    }

    /** @param mime media type of the received file */
    record Drawn(String mime, Block block) {}

    /**
     * The picture, drawn anew as a JPEG where it has more bytes than a model is sent, and then ever smaller.
     *
     * @param owner whose share of the queue counts
     */
    Drawn read(FileBytes file, String owner) throws Unreadable {
        int edge = AgentLimits.PICTURE_EDGE_PIXELS_MAX;
        Redrawing.Redrawn drawn =
                draw(file, owner, edge, facts -> facts.alpha() ? PictureFormat.PNG : PictureFormat.JPEG);
        while (drawn.bytes().length > AgentLimits.PICTURE_BYTES_MAX) {
            edge = drawn.format() == PictureFormat.JPEG ? edge / 2 : edge;
            drawn = draw(file, owner, edge, facts -> PictureFormat.JPEG);
        }
        String base64 = Base64.getEncoder().encodeToString(drawn.bytes());
        return new Drawn(
                drawn.kind().contentType(), new Block.Image(drawn.format().contentType(), base64));
    }

    private Redrawing.Redrawn draw(FileBytes file, String owner, int edge, Function<FileFacts, PictureFormat> format)
            throws Unreadable {
        try (InputStream in = file.stream()) {
            return redrawing.redraw(owner, in, facts -> recipe(facts, format.apply(facts), edge));
        } catch (Failure refused) {
            throw new Unreadable(refused.message());
        } catch (IOException broken) {
            throw new Unreadable("The file could not be read.");
        }
    }

    private static Recipe recipe(FileFacts facts, PictureFormat format, int edge) {
        if ((long) facts.width() * facts.height() > AgentLimits.PICTURE_PIXELS_MAX) {
            throw Failure.unprocessable("A picture may have at most 50 megapixels; send it smaller.");
        }
        return new Recipe(format, Fit.INSIDE, edge, edge, MIDDLE, MIDDLE, QUALITY, false, false);
    }
}
