package cms.durability;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What one project's writers were told is stored. */
final class Acknowledged {
    /** Ids of entries of the model {@code authors}, each saved once. */
    private final Set<String> entries = ConcurrentHashMap.newKeySet();

    /** Commits that were pushed to, or merged into, what {@code cms} holds. */
    private final Set<String> commits = ConcurrentHashMap.newKeySet();

    /** Branches of saves that wait for review, with their commits. */
    private final Map<String, String> waiting = new ConcurrentHashMap<>();

    /** What a listener has to hear: {@code opened <branch>}, {@code landed <branch>}. */
    private final Set<String> news = ConcurrentHashMap.newKeySet();

    void news(String fact) {
        news.add(fact);
    }

    Set<String> news() {
        return Set.copyOf(news);
    }

    void entry(String id) {
        entries.add(id);
    }

    void commit(String sha) {
        commits.add(sha);
    }

    void waiting(String branch, String sha) {
        waiting.put(branch, sha);
    }

    Set<String> entries() {
        return entries;
    }

    Set<String> commits() {
        return commits;
    }

    Map<String, String> waiting() {
        return waiting;
    }

    int size() {
        return entries.size() + commits.size() + waiting.size();
    }
}
