package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import cms.platform.pictures.Engine;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.WorkResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Turns a file into others; one of two engines. */
interface PictureEngine {
    /** @param scratch a folder for what is tried */
    Engine engine(String confinement, Path scratch) throws IOException;

    /**
     * @param folder where the pictures are written, named by their number
     * @throws IOException when the source cannot be decoded, or a picture cannot be written
     */
    List<WorkResult.Made> make(Path source, FileKind kind, List<Recipe> recipes, Path folder) throws IOException;

    /** The picture in so few pixels that its colours alone are left; RGB, a row after the other. */
    Pixels small(Path source, FileKind kind) throws IOException;
}
