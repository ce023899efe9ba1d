package cms.agent.attach;

import java.io.InputStream;

/** A file that may lie on disk; it can be read from its beginning again and again. */
interface FileBytes extends AutoCloseable {
    long length();

    InputStream stream();

    byte[] head(int bytesMax);

    /** Gives back what was made for it alone. */
    @Override
    default void close() {}
}
