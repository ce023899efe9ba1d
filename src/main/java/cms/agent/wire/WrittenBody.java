package cms.agent.wire;

import cms.platform.net.WebRequest;
import java.util.Set;

/**
 * The body of a request on its way; closing it deletes its file, if it has one.
 *
 * @param members names of the members of its object
 */
record WrittenBody(WebRequest.RepeatableBody content, long length, Set<String> members, Runnable end)
        implements AutoCloseable {
    @Override
    public void close() {
        end.run();
    }
}
