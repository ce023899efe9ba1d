package cms.media;

/** Announced with every change of what a project delivers of its assets: one was added, changed, deleted or brought back. */
public record AssetChanged(String projectId, String assetId) {}
