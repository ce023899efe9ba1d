package cms.media;

/**
 * Announced in the transaction that stores an asset.
 *
 * @param path of the original in the project's delivery
 * @param atMillis epoch milliseconds
 */
public record AssetUploaded(
        String projectId, String assetId, String filename, String contentType, long size, String path, long atMillis) {}
