package cms.media;

/**
 * Announced in the transaction that stores an asset.
 *
 * @param path in what the project delivers
 * @param atMillis epoch milliseconds
 */
public record AssetUploaded(
        String projectId,
        String assetId,
        String filename,
        String contentType,
        long size,
        String path,
        String source,
        long atMillis) {}
