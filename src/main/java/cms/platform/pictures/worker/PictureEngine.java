package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import cms.platform.pictures.Engine;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.WorkResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes pictures of a file; implemented by two engines. */
interface PictureEngine {
    /** @param scratch folder for probing the engine */
    Engine engine(String confinement, Path scratch) throws IOException;

    /**
     * @param folder into which the pictures are written, named by their numbers
     * @throws IOException when the source cannot be decoded, or a picture cannot be written
     */
    List<WorkResult.Made> make(Path source, FileKind kind, List<Recipe> recipes, Path folder) throws IOException;

    /** The picture in a few pixels, for the blurhash; RGB, row by row. */
    Pixels small(Path source, FileKind kind) throws IOException;
}
