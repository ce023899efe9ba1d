package cms.githost.mirror;

/** Told to every instance now and then: copies that no project uses are to go. */
public record MirrorsUnused() {}
