package cms.githost.mirror;

/** Sent to every instance at intervals, to remove copies that no project uses. */
public record MirrorsUnused() {}
