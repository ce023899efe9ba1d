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
 * Enters writes of Git from the announcements of their commits, in the transaction that notes their publication, so
 * that a crash between a commit and its entry neither loses nor doubles an entry.
 */
final class GitAudit {
    private static final String PUSH = "push";

    private static final String BRANCHES = "branches";
    private static final String COMMITS = "commits";
    private static final String PROJECTS = "projects";
    private static final String CLEAN_UP = "clean_up_branches";

    /** The name in the log of a tool that has another name in commits. */
    private static final Map<String, String> ACTION_OF_TOOL = Map.of("vocabulary", "update_vocabulary");

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
                String tool = news.about().by().tool();
                enter(
                        tx,
                        news,
                        tool.isEmpty() ? tool : CLEAN_UP,
                        PROJECTS,
                        news.about().projectId());
            }
        });
    }

    /** Enters a change that a person wrote, landed or not. */
    private void written(Tx tx, BranchNews news, String sha) {
        String tool = news.about().by().tool();
        String action = ACTION_OF_TOOL.getOrDefault(tool, tool);
        String entity = switch (news.about().by().kind()) {
            case SAVE, STATUS, SCHEDULE, DELETION, CONTENT -> "content";
            case MODEL -> "models";
            case SETTINGS -> PROJECTS;
            case BRANCH -> BRANCHES;
            case UNDO -> COMMITS;
        };
        String record = switch (entity) {
            case BRANCHES -> news.branch();
            case PROJECTS -> news.about().projectId();
            case COMMITS -> sha;
            default -> news.about().by().model();
        };
        enter(tx, news, action, entity, record);
    }

    private void branch(Tx tx, BranchNews news) {
        enter(tx, news, news.about().by().tool(), BRANCHES, news.branch());
    }

    /** Enters an action; an event without a user (an automatic clean-up, content from outside) gets none. */
    private void enter(Tx tx, BranchNews news, String action, String entity, @Nullable String record) {
        BranchNews.About about = news.about();
        if (about.by().userId().isEmpty()) {
            return;
        }
        String via = about.by().via();
        store.insert(
                tx,
                new ActivityEntry(
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
