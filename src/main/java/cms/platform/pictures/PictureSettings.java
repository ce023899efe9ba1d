package cms.platform.pictures;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The operator's settings of pictures.
 *
 * @param workers processes that work at the same time
 * @param library path of libvips; null searches the usual folders
 */
public record PictureSettings(int workers, @Nullable Path library) {}
