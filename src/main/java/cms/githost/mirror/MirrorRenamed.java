package cms.githost.mirror;

/** Sent to every instance when a repository was renamed at the host, to rename its copies. */
public record MirrorRenamed(String from, String to) {}
