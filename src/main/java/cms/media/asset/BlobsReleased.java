package cms.media.asset;

import java.util.List;

/** Announced when no asset uses these bytes any more; they are removed afterwards. */
public record BlobsReleased(String projectId, List<String> blobs) {}
