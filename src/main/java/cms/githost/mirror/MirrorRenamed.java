package cms.githost.mirror;

/** Told to every instance: a repository has another name at the host, and its copies follow. */
public record MirrorRenamed(String from, String to) {}
