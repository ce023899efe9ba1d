package cms.platform.http.body;

import cms.platform.scratch.Scratch;

/**
 * What one request may take of memory and disk.
 *
 * @param memory what its body and its answer hold in memory
 * @param disk what they hold in files
 */
record RequestShares(Shares.Share memory, Shares.Share disk, Scratch scratch) implements AutoCloseable {
    void countForCaller(String caller) {
        memory.countForCaller(caller);
        disk.countForCaller(caller);
    }

    void countForWorkspace(String workspaceId) {
        memory.countForWorkspace(workspaceId);
        disk.countForWorkspace(workspaceId);
    }

    @Override
    public void close() {
        memory.close();
        disk.close();
    }
}
