package cms.git;

import cms.git.disk.OwnedFolder;
import cms.git.graph.GitNames;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** All repositories under one folder, {@code <folder>/<owner>/<name>.git}, owned by this process alone. */
public final class Repositories implements AutoCloseable {
    private final OwnedFolder folder;
    private final ConcurrentMap<String, Repository> open = new ConcurrentHashMap<>();

    private Repositories(OwnedFolder folder) {
        this.folder = folder;
    }

    /**
     * Takes the folder (created when missing) and removes what a killed process left in it; fails with a sentence
     * when another process has it.
     */
    public static Repositories open(Path folder) {
        return new Repositories(OwnedFolder.open(folder));
    }

    /** An empty repository whose HEAD names the default branch; {@code CONFLICT} when the name is taken. */
    public Repository create(String fullName, String defaultBranch) {
        GitNames.checkFullName(fullName);
        String head = GitNames.branchRef(defaultBranch);
        boolean created =
                disk("The repository " + fullName + " could not be created", () -> folder.create(fullName, head));
        if (!created) {
            throw Failure.conflict("The repository " + fullName + " already exists.");
        }
        return find(fullName).orElseThrow();
    }

    /** Empty when there is none; {@code INVALID} when {@code owner/name} is not a possible name. */
    public Optional<Repository> find(String fullName) {
        Repository known = open.get(fullName);
        return known != null
                ? Optional.of(known)
                : Optional.ofNullable(open.computeIfAbsent(GitNames.checkFullName(fullName), this::load));
    }

    private @Nullable Repository load(String fullName) {
        return disk("The repository " + fullName + " could not be opened", () -> folder.load(fullName))
                .map(stored -> new Repository(fullName, stored))
                .orElse(null);
    }

    /** Removes a repository with everything in it; a missing one is no error. */
    public void delete(String fullName) {
        find(fullName).ifPresent(repository -> {
            repository.close(Failure.notFound("The repository " + fullName + " has been deleted."));
            try {
                disk("The repository " + fullName + " could not be deleted", () -> {
                    folder.remove(fullName);
                    return true;
                });
            } finally {
                open.remove(fullName, repository);
            }
        });
    }

    /** Full names of an owner's repositories, sorted. */
    public List<String> list(String owner) {
        GitNames.checkFullName(owner + "/any");
        return disk("The repositories could not be listed", () -> folder.list(owner));
    }

    /** Finishes the writes that were accepted, refuses later ones and gives the folder back. */
    @Override
    public void close() {
        open.values().forEach(repository -> repository.close(Failure.unavailable("The service is stopping.")));
        open.clear();
        disk("The folder of repositories could not be given back", () -> {
            folder.close();
            return true;
        });
    }

    @FunctionalInterface
    private interface DiskWork<T> {
        T run() throws IOException;
    }

    private static <T> T disk(String failure, DiskWork<T> work) {
        try {
            return work.run();
        } catch (IOException failed) {
            throw Failure.unavailable(failure + "; try again.").causedBy(failed);
        }
    }
}
