package cms.workspace;

import cms.access.Capability;
import cms.access.WorkspaceRole;
import cms.auth.Caller;
import cms.plan.Limit;
import cms.plan.Plans;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.mail.EmailAddress;
import cms.platform.mail.MailServerAway;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Inviting, accepting, changing and removing the members of a workspace. */
final class Members {
    private static final Logger LOG = LoggerFactory.getLogger(Members.class);

    private final Database database;
    private final Workspaces workspaces;
    private final Plans plans;
    private final Announcements announcements;
    private final Invitations invitations;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final MemberStore store = new MemberStore();
    private final InvitationMails mails;

    Members(
            Database database,
            Workspaces workspaces,
            Plans plans,
            Announcements announcements,
            Invitations invitations,
            InstantSource clock) {
        this.database = database;
        this.workspaces = workspaces;
        this.plans = plans;
        this.announcements = announcements;
        this.invitations = invitations;
        this.clock = clock;
        this.mails = new InvitationMails(clock);
    }

    List<WorkspaceMember> list(String workspaceId) {
        return database.read(tx -> store.list(tx, workspaceId));
    }

    /**
     * Invites an address; an existing member or invitation is returned unchanged, takes no seat and gets no mail. An
     * address that was mailed too often is invited without a mail: the limits protect mailboxes, they do not decide on
     * membership.
     *
     * @throws Failure FORBIDDEN when the plan has no seat left
     */
    Invited invite(Caller caller, String workspaceId, EmailAddress email, WorkspaceRole role) {
        Counted counted = database.write(tx -> invite(tx, caller, workspaceId, email, role));
        return new Invited(
                counted.member(),
                counted.mailId()
                        .filter(mailId -> isSent(mailId, email.text(), caller, counted.workspaceName()))
                        .isPresent());
    }

    private boolean isSent(String mailId, String email, Caller caller, String workspaceName) {
        try {
            send(mailId, email, caller, workspaceName);
            return true;
        } catch (Failure notSent) {
            LOG.warn("an invitation could not be mailed; it can be sent again", notSent);
            return false;
        }
    }

    private void send(String mailId, String email, Caller caller, String workspaceName) {
        try {
            invitations.send(email, caller.name(), workspaceName);
        } catch (Failure notSent) {
            if (MailServerAway.is(notSent)) {
                takeBack(mailId);
            }
            throw notSent;
        }
    }

    /** Logs its own failure: the caller hears of the mail that was not sent, which then counts all the same. */
    private void takeBack(String mailId) {
        try {
            database.writing(tx -> mails.takeBack(tx, mailId));
        } catch (RuntimeException stays) {
            LOG.warn("an invitation that was not mailed stays in the counts", stays);
        }
    }

    WorkspaceMember changeRole(Caller caller, String workspaceId, String memberId, WorkspaceRole role) {
        return database.write(tx -> {
            workspaces.lock(tx, workspaceId);
            WorkspaceMember member = managed(tx, caller, workspaceId, memberId);
            if (member.role() == WorkspaceRole.OWNER) {
                throw Failure.invalid("The owner's role changes only by transferring the workspace.");
            }
            store.setRole(tx, memberId, role);
            return store.find(tx, workspaceId, memberId).orElseThrow();
        });
    }

    void remove(Caller caller, String workspaceId, String memberId) {
        database.writing(tx -> {
            workspaces.lock(tx, workspaceId);
            WorkspaceMember member = managed(tx, caller, workspaceId, memberId);
            if (member.role() == WorkspaceRole.OWNER) {
                throw Failure.invalid("The owner cannot be removed; transfer the workspace first.");
            }
            announcements.announce(tx, new MemberRemoved(workspaceId, memberId, member.userId()));
            store.delete(tx, memberId);
        });
    }

    /** Ends the caller's own membership. */
    void leave(Caller caller, String workspaceId) {
        database.writing(tx -> {
            workspaces.lock(tx, workspaceId);
            Membership own = workspaces.require(tx, caller, workspaceId, Capability.VIEW_WORKSPACE);
            if (own.role() == WorkspaceRole.OWNER) {
                throw Failure.invalid("The owner cannot leave; transfer the workspace first.");
            }
            announcements.announce(tx, new MemberRemoved(workspaceId, own.memberId(), caller.userId()));
            store.delete(tx, own.memberId());
        });
    }

    /** Mails again; the invitation counts as renewed only when the mail has gone out. */
    void resend(Caller caller, String workspaceId, String memberId) {
        WorkspaceMember member = database.read(tx -> managed(tx, caller, workspaceId, memberId));
        String email = member.invitedEmail();
        if (member.acceptedAt() != null || email == null) {
            throw Failure.invalid("This member has already accepted; there is nothing to send.");
        }
        invitations.countResend(memberId);
        String mailId = database.write(tx -> mails.count(tx, caller.userId(), email, workspaceId));
        Membership in = workspaces.require(caller, workspaceId, Capability.MANAGE_WORKSPACE_MEMBERS);
        send(mailId, email, caller, in.workspace().name());
        database.writing(tx -> store.setInvitedAt(tx, memberId, clock.millis()));
    }

    /** Accepts every pending invitation of the person at once; called at every request, and costs one lookup. */
    void acceptPending(Caller caller) {
        if (database.read(tx -> hasPending(tx, caller))) {
            database.writing(tx -> store.acceptAll(tx, caller.userId(), caller.email(), clock.millis()));
        }
    }

    boolean hasPending(Tx tx, Caller caller) {
        return store.hasPending(tx, caller.userId(), caller.email());
    }

    private Counted invite(Tx tx, Caller caller, String workspaceId, EmailAddress email, WorkspaceRole role) {
        workspaces.lock(tx, workspaceId);
        Workspace workspace = workspaces
                .require(tx, caller, workspaceId, Capability.MANAGE_WORKSPACE_MEMBERS)
                .workspace();
        Optional<WorkspaceMember> present = store.findByEmail(tx, workspaceId, email.text());
        if (present.isPresent()) {
            return new Counted(present.get(), workspace.name(), Optional.empty());
        }
        int seats = store.count(tx, workspaceId) + 1;
        if (!plans.amount(workspace.plan(), Limit.TEAM_MEMBERS).covers(seats)) {
            throw Failure.forbidden("The plan of this workspace has no seat left; remove a member or change the plan.");
        }
        Optional<String> mailId = mails.countIfRoom(tx, caller.userId(), email.text(), workspaceId);
        String id = random.uuid();
        String userId = store.findUserByProvenEmail(tx, email.text()).orElse(null);
        store.insert(tx, new MemberStore.NewMember(id, workspaceId, userId, role, email.text(), clock.millis(), null));
        tx.concerns("workspace_members", id);
        return new Counted(store.find(tx, workspaceId, id).orElseThrow(), workspace.name(), mailId);
    }

    private WorkspaceMember managed(Tx tx, Caller caller, String workspaceId, String memberId) {
        workspaces.require(tx, caller, workspaceId, Capability.MANAGE_WORKSPACE_MEMBERS);
        return store.find(tx, workspaceId, memberId)
                .orElseThrow(() -> Failure.notFound("There is no such member in this workspace."));
    }

    /** A member, and whether a mail was sent about it. */
    record Invited(WorkspaceMember member, boolean isMailed) {}

    /** An invited member; with the id of the mail that was counted and is to be sent, empty where none is. */
    private record Counted(WorkspaceMember member, String workspaceName, Optional<String> mailId) {}
}
