package cms.usage;

import cms.platform.db.Database;
import cms.platform.http.Page;
import cms.platform.mail.Mail;
import cms.platform.mail.Mailer;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mails to owner and admins about a meter that is nearly or wholly used, once a month and step. */
final class LevelMail {
    private static final Logger LOG = LoggerFactory.getLogger(LevelMail.class);
    private static final int MAILS_AT_ONCE = 50;
    private static final int WHOLE = 100;

    /** How long a sender may take; after that another one tries. */
    private static final Duration CLAIM = Duration.ofMinutes(5);

    private final Database database;
    private final Workspaces workspaces;
    private final Mailer mailer;
    private final UsageStore store;
    private final InstantSource clock;
    private final ReentrantLock sending = new ReentrantLock();

    LevelMail(Database database, Workspaces workspaces, Mailer mailer, UsageStore store, InstantSource clock) {
        this.database = database;
        this.workspaces = workspaces;
        this.mailer = mailer;
        this.store = store;
        this.clock = clock;
    }

    /** Sends due mails on another thread; those that fail are left to the next run. */
    void sendSoon() {
        Thread.ofVirtual().name("usage-mail").start(() -> {
            try {
                sendDue();
            } catch (RuntimeException failed) {
                LOG.warn("mails about usage could not be sent, they are tried again: {}", failed.getMessage());
            }
        });
    }

    /** Sends due mails; while the mail server does not answer, they wait for the next run. */
    void sendDue() {
        if (mailer.isOff()) {
            return;
        }
        sending.lock();
        try {
            List<UsageStore.Due> due = database.read(tx -> store.due(tx, MAILS_AT_ONCE, clock.millis()));
            mailer.sendDue(due, "usage", this::send);
        } finally {
            sending.unlock();
        }
    }

    /**
     * Claims a mail, sends it, and marks it as sent. After a crash in between, or when the mail server goes away
     * meanwhile, it is sent again once the claim has ended.
     */
    private void send(UsageStore.Due due) {
        long now = clock.millis();
        if (!database.write(tx -> store.claim(tx, due, now, now + CLAIM.toMillis()))) {
            return;
        }
        database.read(tx -> workspaces.find(tx, due.workspaceId())).ifPresent(workspace -> {
            List<String> admins = database.read(tx -> workspaces.adminAddresses(tx, workspace.id()));
            mailer.sendEach(admins, "usage", to -> mail(to, workspace, due));
        });
        database.writing(tx -> store.sent(tx, due, clock.millis()));
    }

    private static Mail mail(String to, Workspace workspace, UsageStore.Due due) {
        String what = due.meter().title() + " of the workspace " + workspace.name();
        String message = due.step() == WHOLE
                ? what + " are used up for " + due.month() + "."
                : due.step() + " % of the " + what + " are used in " + due.month() + ".";
        return new Mail(
                to,
                due.meter().title() + ": " + due.step() + " % used",
                message + "\n",
                "<p>" + Page.escape(message) + "</p>\n");
    }
}
