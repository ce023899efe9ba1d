package cms.media.asset;

import java.util.List;

/** Announced when nothing names these bytes any more; they are removed afterwards. */
public record BlobsReleased(String projectId, List<String> blobs) {}
