package cms.githost.remote;

import cms.githost.provider.PullRequest;
import cms.platform.db.Tx;
import java.util.Optional;

/** SQL of the table {@code remote_pull_requests}: the open ones of ours. */
final class PullRequestStore {
    Optional<PullRequest> find(Tx tx, long repositoryId, String fullName, String head, String base) {
        return tx.query("""
                SELECT number, url, head, base, head_sha FROM remote_pull_requests
                WHERE repository_id = :repositoryId AND head = :head AND base = :base
                ORDER BY number DESC LIMIT 1
                """)
                .bind("repositoryId", repositoryId)
                .bind("head", head)
                .bind("base", base)
                .map((row, context) -> new PullRequest(
                        fullName,
                        row.getInt("number"),
                        row.getString("url"),
                        row.getString("head"),
                        row.getString("base"),
                        row.getString("head_sha")))
                .findOne();
    }

    void put(Tx tx, long repositoryId, PullRequest request) {
        tx.update("""
                INSERT INTO remote_pull_requests (repository_id, number, url, head, base, head_sha)
                VALUES (:repositoryId, :number, :url, :head, :base, :headSha)
                ON CONFLICT (repository_id, number) DO UPDATE
                SET url = excluded.url, head = excluded.head, base = excluded.base, head_sha = excluded.head_sha
                """)
                .bind("repositoryId", repositoryId)
                .bind("number", request.number())
                .bind("url", request.url())
                .bind("head", request.head())
                .bind("base", request.base())
                .bind("headSha", request.headSha())
                .execute();
    }

    void delete(Tx tx, long repositoryId, int number) {
        tx.update("DELETE FROM remote_pull_requests WHERE repository_id = :repositoryId AND number = :number")
                .bind("repositoryId", repositoryId)
                .bind("number", number)
                .execute();
    }
}
