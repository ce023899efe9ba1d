package cms.githost.builtin;

import java.time.Instant;

/**
 * A person's account on the built-in host; it has exactly one installation, which reaches all of its repositories.
 *
 * @param installationId stable, positive, and exact in every JSON reader
 * @param login the first part of the names of its repositories
 */
record GitAccount(long installationId, String userId, String login, Instant createdAt) {
    /** Whether a repository {@code owner/name} belongs to this account. */
    boolean owns(String fullName) {
        return fullName.startsWith(login + "/");
    }
}
