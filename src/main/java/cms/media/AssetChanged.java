package cms.media;

/**
 * Announced with every change of the assets that a project delivers: one was added, changed, deleted or restored.
 *
 * @param revision number of changes of the project's assets, this change included
 */
public record AssetChanged(String projectId, String assetId, long revision) {}
