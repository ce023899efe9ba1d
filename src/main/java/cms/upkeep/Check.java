package cms.upkeep;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks all data of an instance and reports damage; changes nothing. */
final class Check {
    private final InstanceStorage place;
    private final boolean deep;
    private final List<String> problems = new ArrayList<>();
    private final Set<Path> damaged = new HashSet<>();
    private final List<Path> repositories = new ArrayList<>();
    private long objects;

    /** @param deep whether the bytes of assets are read and compared as well */
    Check(InstanceStorage place, boolean deep) {
        this.place = place;
        this.deep = deep;
    }

    /** A sentence for each problem, and one about the whole. */
    record Result(List<String> problems, String message) {}

    Result run() {
        Path folder = place.data().resolve(InstanceStorage.REPOSITORIES);
        if (!Files.isDirectory(folder)) {
            throw Failure.notFound("The data folder " + place.data() + " has nothing to check; check CMS_DATA.");
        }
        Optional<String> refusal = hasDatabase() ? Database.refusal(place.location()) : Optional.empty();
        if (refusal.isPresent()) {
            throw Failure.conflict(refusal.get());
        }
        try {
            for (Path gitDir : RepositoryFiles.below(folder)) {
                RepositoryCheck checked = RepositoryCheck.of(gitDir);
                problems.addAll(checked.problems());
                if (!checked.problems().isEmpty()) {
                    damaged.add(gitDir);
                }
                repositories.add(gitDir);
                objects += checked.objects();
            }
        } catch (IOException failed) {
            throw Failure.unavailable("The check could not be finished: " + failed.getMessage() + ".")
                    .causedBy(failed);
        }
        try {
            checkRows(folder);
        } catch (SQLException unreadable) {
            problems.add("The tables cannot be read (" + unreadable.getMessage() + ").");
        }
        String found = problems.isEmpty() ? "nothing is damaged" : "problems: " + problems.size();
        return new Result(
                problems,
                "Checked " + repositories.size() + " repositories with " + objects + " objects: " + found + ".");
    }

    private void checkRows(Path folder) throws SQLException {
        if (!hasDatabase()) {
            problems.add("The data folder " + place.data() + " has no database.");
            return;
        }
        try (Connection connection = Database.connect(place.location())) {
            if (place.server().isEmpty()) {
                rows(connection, "PRAGMA integrity_check").stream()
                        .filter(row -> !row.equals("ok"))
                        .forEach(row -> problems.add("The database says: " + row + "."));
                rows(connection, "PRAGMA foreign_key_check")
                        .forEach(row -> problems.add("The table " + row + " has a row whose parent is missing."));
            }
            problems.addAll(missingRepositories(connection, folder));
            checkUnlisted(connection, folder);
            checkReleases(connection, folder);
            checkCursors(connection, folder);
            Optional<MediaCheck> media = MediaCheck.of(connection, BackupObjects.of(place), deep);
            if (media.isPresent()) {
                problems.addAll(media.get().problems(connection));
            }
        }
    }

    private boolean hasDatabase() {
        return place.server().isPresent() || Files.isRegularFile(place.data().resolve(InstanceStorage.DATABASE));
    }

    /**
     * Repositories that have a row and no folder. A folder is made before its row, so the check is valid beside a
     * running service.
     */
    static List<String> missingRepositories(Connection connection, Path folder) throws SQLException {
        return rows(connection, "SELECT full_name FROM git_repositories ORDER BY full_name").stream()
                .filter(name -> !Files.isRegularFile(folder.resolve(name + ".git/HEAD")))
                .map(name -> "The repository " + name + " is in the tables and not in the folder.")
                .toList();
    }

    /** Checks that each repository with content has a row; its creation may have been cut off right before. */
    private void checkUnlisted(Connection connection, Path folder) throws SQLException {
        List<String> filled = repositories.stream()
                .map(gitDir -> folder.relativize(gitDir).toString().replaceFirst("\\.git$", ""))
                .filter(name -> RepositoryCheck.hasBranch(folder.resolve(name + ".git")))
                .toList();
        // Asked afterwards, as the row follows the branches: a repository that was made meanwhile has it now.
        Set<String> listed = new HashSet<>(rows(connection, "SELECT full_name FROM git_repositories"));
        filled.stream()
                .filter(name -> !listed.contains(name))
                .map(name -> "The repository " + name + " is in the folder and not in the tables; it gets its row"
                        + " when its owner lists repositories.")
                .forEach(problems::add);
    }

    /** Checks that the commits up to which the log was written are in the history of the repository. */
    private void checkCursors(Connection connection, Path folder) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                    SELECT p.id, p.repo_full_name, c.trunk, c.journal
                    FROM projects p LEFT JOIN review_cursors c ON c.project_id = p.id
                    """)) {
            while (rows.next()) {
                Path gitDir = folder.resolve(rows.getString(2) + ".git");
                if (Files.isDirectory(gitDir) && !damaged.contains(gitDir)) {
                    checkCursor(gitDir, rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4));
                }
            }
        }
    }

    private void checkCursor(
            Path gitDir, String project, String repository, @Nullable String trunk, @Nullable String journal) {
        if (trunk == null || journal == null) {
            problems.add("It is not known up to which commit project " + project
                    + " was told of; it is told from now on once the service starts.");
            return;
        }
        for (String commit : List.of(trunk, journal)) {
            if (!commit.isEmpty() && !RepositoryCheck.reaches(gitDir, commit)) {
                problems.add("The log of project " + project + " goes up to commit " + commit
                        + ", which is in no branch of " + repository + "; the repository is older than the tables.");
            }
        }
    }

    /** Checks that the repository still has the commit of each published release. */
    private void checkReleases(Connection connection, Path folder) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                    SELECT p.id, p.repo_full_name, r.commit_sha FROM delivery_pointers d
                    JOIN delivery_releases r ON r.build_id = d.build_id JOIN projects p ON p.id = d.project_id
                    """)) {
            while (rows.next()) {
                Path gitDir = folder.resolve(rows.getString(2) + ".git");
                boolean readable = Files.isDirectory(gitDir) && !damaged.contains(gitDir);
                if (readable && !RepositoryCheck.has(gitDir, rows.getString(3))) {
                    problems.add("What is published of project " + rows.getString(1) + " was built from commit "
                            + rows.getString(3) + ", which " + rows.getString(2) + " does not have.");
                }
            }
        }
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
