package cms.agent.attach;

import java.io.InputStream;

/** A file that may lie on disk; it can be read from its beginning again and again. */
interface FileBytes {
    long length();

    InputStream stream();

    byte[] head(int bytesMax);
}
