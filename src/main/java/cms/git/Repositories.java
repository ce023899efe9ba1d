package cms.git;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** All repositories under one folder, {@code <folder>/<owner>/<name>.git}, owned by this process alone. */
public final class Repositories implements AutoCloseable {
    private Repositories() {}

    /** Takes the folder (created when missing) or fails with a sentence when another process has it. */
    public static Repositories open(Path folder) {
        throw new UnsupportedOperationException();
    }

    /** An empty repository whose HEAD names the default branch; {@code CONFLICT} when the name is taken. */
    public Repository create(String fullName, String defaultBranch) {
        throw new UnsupportedOperationException();
    }

    /** Empty when there is none; {@code INVALID} when {@code owner/name} is not a possible name. */
    public Optional<Repository> find(String fullName) {
        throw new UnsupportedOperationException();
    }

    /** Removes a repository with everything in it; a missing one is no error. */
    public void delete(String fullName) {
        throw new UnsupportedOperationException();
    }

    /** Full names of an owner's repositories, sorted. */
    public List<String> list(String owner) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
