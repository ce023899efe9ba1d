package cms.media;

/**
 * Announced with every change of what a project delivers of its assets: one was added, changed, deleted or brought back.
 *
 * @param revision how many times the assets of the project have changed, this change included
 */
public record AssetChanged(String projectId, String assetId, long revision) {}
