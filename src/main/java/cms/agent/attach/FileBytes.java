package cms.agent.attach;

import java.io.InputStream;

/** A file, possibly on disk, that can be read from its beginning repeatedly. */
interface FileBytes extends AutoCloseable {
    long length();

    InputStream stream();

    byte[] head(int bytesMax);

    /** Releases the resources of this file. */
    @Override
    default void close() {}
}
