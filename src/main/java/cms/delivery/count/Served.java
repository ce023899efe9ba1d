package cms.delivery.count;

/**
 * Reads of one key on one day since the last count.
 *
 * @param keyId empty for reads without a key
 * @param day in UTC, counted since 1970
 */
public record Served(String workspaceId, String projectId, String keyId, long day, long requests, long bytes) {
    /** The same key and day without any reads. */
    public Served of() {
        return new Served(workspaceId, projectId, keyId, day, 0, 0);
    }

    /** The sum with further reads of the same key and day. */
    public Served plus(Served more) {
        return new Served(workspaceId, projectId, keyId, day, requests + more.requests, bytes + more.bytes);
    }
}
