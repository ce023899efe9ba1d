package cms.activity;

import cms.access.Author;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.review.BranchNews;
import cms.review.BranchNews.BranchMerged;
import cms.review.BranchNews.BranchPushed;
import cms.review.BranchNews.BranchRejected;
import cms.review.BranchNews.BranchRemoved;
import cms.review.BranchNews.ChangeOpened;
import cms.review.BranchNews.ChangeUpdated;
import cms.review.BranchNews.ContentChanged;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Enters what Git has written, as its commits tell: in the transaction that notes that they have been told, so that a
 * crash between a commit and its line loses neither and doubles none.
 */
final class GitAudit {
    private static final String PUSH = "push";

    /** What the log calls a tool where it is not the tool's own name. */
    private static final Map<String, Action> BY_TOOL = Map.of("vocabulary", Action.UPDATE_VOCABULARY);

    private final ActivityStore store;

    GitAudit(ActivityStore store) {
        this.store = store;
    }

    void listen(Announcements announcements) {
        announcements.within(ChangeOpened.class, (tx, news) -> written(tx, news, news.sha()));
        announcements.within(ChangeUpdated.class, (tx, news) -> written(tx, news, news.sha()));
        announcements.within(ContentChanged.class, (tx, news) -> {
            if (news.atOnce()) {
                written(tx, news, news.sha());
            }
        });
        announcements.within(BranchMerged.class, this::branch);
        announcements.within(BranchRejected.class, this::branch);
        announcements.within(BranchPushed.class, this::branch);
        announcements.within(BranchRemoved.class, (tx, news) -> {
            boolean pushed = news.about().by().tool().equals(PUSH);
            if (pushed) {
                branch(tx, news);
            } else if (news.number() == 0) {
                enter(tx, news, Action.CLEAN_UP_BRANCHES, news.about().projectId());
            }
        });
    }

    /** A change that somebody wrote, landed or not. */
    private void written(Tx tx, BranchNews news, String sha) {
        String tool = news.about().by().tool();
        Action action = BY_TOOL.getOrDefault(tool, Action.ofKey(tool).orElse(Action.SAVE_CONTENT));
        switch (action.entity()) {
            case "branches" -> branch(tx, news);
            case "projects" -> enter(tx, news, action, news.about().projectId());
            case "commits" -> enter(tx, news, action, sha);
            default -> {
                if (tool.equals(PUSH)) {
                    branch(tx, news);
                } else {
                    enter(tx, news, action, news.about().by().model());
                }
            }
        }
    }

    private void branch(Tx tx, BranchNews news) {
        String tool = news.about().by().tool();
        enter(tx, news, tool, "branches", news.branch());
    }

    private void enter(Tx tx, BranchNews news, Action action, @Nullable String record) {
        String tool = news.about().by().tool();
        String name = Action.ofKey(tool).isPresent() || BY_TOOL.containsKey(tool) ? action.key() : tool;
        enter(tx, news, name, action.entity(), record);
    }

    /** What nobody did (a clean-up by itself, content from outside) is nobody's action. */
    private void enter(Tx tx, BranchNews news, String action, String entity, @Nullable String record) {
        BranchNews.About about = news.about();
        if (about.by().userId().isEmpty()) {
            return;
        }
        String via = about.by().via();
        store.insert(
                tx,
                new Entry(
                        about.id(),
                        about.workspaceId(),
                        about.projectId(),
                        action,
                        about.by().userId(),
                        entity,
                        record,
                        about.by().origin().orElse(Author.Origin.GIT).key(),
                        via.isEmpty() ? null : via,
                        news instanceof BranchRejected rejected ? rejected.reason() : null,
                        about.at()));
    }
}
