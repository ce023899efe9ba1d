package cms.platform.files;

import java.io.IOException;

/** Reads one kind of file from its beginning, and writes the parts that a decoder or player needs. */
@FunctionalInterface
interface Walker {
    /**
     * @throws cms.platform.failure.Failure UNPROCESSABLE for a file that is truncated, contradicts itself or is too
     *     large
     */
    FileFacts walk(Bytes in, LeanFile out) throws IOException;
}
