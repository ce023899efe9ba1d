package cms.git;

/** A branch without its {@code refs/heads/} and the commit that it points to. */
public record Branch(String name, CommitId tip) {}
