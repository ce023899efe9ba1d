package cms.workspace;

import cms.access.Capability;
import cms.access.WorkspaceRole;
import cms.auth.AccountDeleted;
import cms.auth.Caller;
import cms.auth.UserSignedUp;
import cms.plan.Plan;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.EmailAddress;
import cms.platform.mail.Mailer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The door of this room: workspaces with their members, plans and locks. */
public final class Workspaces {
    private final Database database;
    private final Announcements announcements;
    private final Plan planOfNew;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final WorkspaceStore store;
    private final MemberStore memberStore = new MemberStore();
    private final Members members;
    private final AiKeys aiKeys;

    /** Whether invitations wait for the caller of a request, as it was when the session was found. */
    private record Waiting(boolean some) {}

    private volatile Function<String, Optional<String>> lockedState = workspaceId -> Optional.empty();
    private volatile Function<String, Optional<ObjectNode>> paymentAccounts = workspaceId -> Optional.empty();

    public Workspaces(
            Database database,
            Announcements announcements,
            WorkspaceSettings settings,
            Mailer mailer,
            RateLimiter limiter,
            InstantSource clock) {
        this.database = database;
        this.announcements = announcements;
        this.planOfNew = settings.planOfNew();
        this.clock = clock;
        this.store = new WorkspaceStore(settings.plans(), clock);
        Invitations invitations = new Invitations(mailer, limiter, settings.publicUrl());
        this.members = new Members(database, this, settings.plans(), announcements, invitations, clock);
        this.aiKeys = new AiKeys(database, settings.plans(), settings.seal(), clock);
        announcements.within(UserSignedUp.class, this::addPrimary);
        announcements.within(AccountDeleted.class, this::leaveEverything);
    }

    /** Whether invitations wait for the caller. */
    public boolean hasInvitations(Tx tx, Caller caller) {
        return members.hasPending(tx, caller);
    }

    /** Notes the answer of {@link #hasInvitations} in a request, so that it is not looked up again. */
    public void noteInvitations(Request request, boolean some) {
        request.put(Waiting.class, new Waiting(some));
    }

    /** Accepts every pending invitation of the caller before the request is answered (spec 5.7). */
    public Middleware invitations() {
        return this::acceptFirst;
    }

    public void routes(Routes routes) {
        new WorkspaceRoutes(this, members, id -> paymentAccounts.apply(id)).addTo(routes);
        new MemberRoutes(this, members).addTo(routes);
        new AiKeyRoutes(this, aiKeys).addTo(routes);
    }

    /** The model keys that people have brought along. */
    public AiKeys aiKeys() {
        return aiKeys;
    }

    /** Seals anew the keys that an earlier secret sealed; called at the start. */
    public void sealAnew() {
        aiKeys.sealAnew();
    }

    /** Accepts a caller's pending invitations, for requests outside of session routes, such as Git over HTTP. */
    public void acceptInvitations(Caller caller) {
        members.acceptPending(caller);
    }

    /**
     * The caller's membership in a workspace, where the caller holds the capability.
     *
     * @throws Failure NOT_FOUND for unknown and foreign workspaces, FORBIDDEN by role
     */
    public Membership require(Caller caller, String workspaceId, Capability capability) {
        return database.read(tx -> require(tx, caller, workspaceId, capability));
    }

    /** As {@link #require(Caller, String, Capability)}, within a transaction that is already open. */
    public Membership require(Tx tx, Caller caller, String workspaceId, Capability capability) {
        return store.findMembership(tx, workspaceId, caller.userId())
                .orElseThrow(() -> Failure.notFound("There is no such workspace."))
                .require(capability);
    }

    /** The caller's membership in a workspace, with any role. */
    public Optional<Membership> find(Tx tx, Caller caller, String workspaceId) {
        return store.findMembership(tx, workspaceId, caller.userId());
    }

    /** Every workspace that the caller is in, oldest first. */
    public List<Membership> of(Caller caller) {
        return database.read(tx -> store.membershipsOf(tx, caller.userId()));
    }

    /** The workspace that came with a user's account. */
    public Optional<Workspace> primaryOf(Tx tx, String userId) {
        return store.findPrimary(tx, userId);
    }

    public Optional<Workspace> find(Tx tx, String workspaceId) {
        return store.find(tx, workspaceId);
    }

    /** The workspace that a Git host installation is bound to. */
    public Optional<Workspace> findByInstallation(Tx tx, long installationId) {
        return store.findByInstallation(tx, installationId);
    }

    /** Binds a Git host installation; one installation belongs to at most one workspace (the caller checks). */
    public void bindInstallation(Tx tx, String workspaceId, long installationId) {
        store.setInstallation(tx, workspaceId, installationId);
        tx.concerns("workspaces", workspaceId);
    }

    /** Removes a deleted installation from its workspace. */
    public void unbindInstallation(Tx tx, long installationId) {
        store.clearInstallation(tx, installationId);
    }

    /**
     * Sets the plan that the workspace has paid for.
     *
     * @param endsAt the instant from which it is on {@code free} again by itself; null for never
     */
    public void setPlan(Tx tx, String workspaceId, Plan plan, @Nullable Instant endsAt) {
        store.setPlan(tx, workspaceId, plan, endsAt);
        announcements.announce(tx, new PlanChanged(workspaceId));
    }

    /** Announces plans that have ended by their time; called every minute. Lookups of a plan see its end at once. */
    public void endPlans() {
        for (String workspaceId : database.read(tx -> store.withEndedPlan(tx))) {
            database.writing(tx -> {
                if (store.endPlan(tx, workspaceId)) {
                    announcements.announce(tx, new PlanChanged(workspaceId));
                }
            });
        }
    }

    /** Sets the source of billing states: {@code states} gives that of a locked workspace, empty for an open one. */
    public void lockedWhere(Function<String, Optional<String>> states) {
        this.lockedState = states;
    }

    /** Whether writes in the workspace are refused until it is paid for. */
    public boolean isLocked(String workspaceId) {
        return lockedState.apply(workspaceId).isPresent();
    }

    /** Fails with {@code PAYMENT_REQUIRED} while the workspace is locked, however a caller comes in (spec 5.7). */
    public void requireOpen(String workspaceId) {
        lockRefusal(workspaceId).ifPresent(refusal -> {
            throw refusal;
        });
    }

    /** The failure of {@link #requireOpen}, for callers that word it otherwise; empty while the workspace is open. */
    public Optional<Failure> lockRefusal(String workspaceId) {
        String message = "This workspace is locked until it has a subscription; an owner or admin can check out.";
        return lockedState
                .apply(workspaceId)
                .map(state -> Failure.of(FailureKind.PAYMENT_REQUIRED, message)
                        .withData(Map.of("billingState", state, "workspaceId", workspaceId, "requiresCheckout", true)));
    }

    /** Sets the source of payment accounts for {@code GET W}: {@code accounts} gives the JSON by workspace id. */
    public void showPaymentAccounts(Function<String, Optional<ObjectNode>> accounts) {
        this.paymentAccounts = accounts;
    }

    /** Makes other transactions that lock the same workspace wait for this one, for counts against a plan. */
    public void lock(Tx tx, String workspaceId) {
        store.lock(tx, workspaceId);
    }

    /** An accepted member by user id. */
    public Optional<WorkspaceMember> findMember(Tx tx, String workspaceId, String userId) {
        return memberStore.findByUser(tx, workspaceId, userId);
    }

    /** A member or pending invitation by address, ignoring case. */
    public Optional<WorkspaceMember> findMemberByEmail(Tx tx, String workspaceId, String email) {
        return memberStore.findByEmail(tx, workspaceId, email);
    }

    /** Every member and pending invitation, the owner first. */
    public List<WorkspaceMember> members(Tx tx, String workspaceId) {
        return memberStore.list(tx, workspaceId);
    }

    /** Addresses of the owner and the admins, each once, for mails about the workspace. */
    public List<String> adminAddresses(Tx tx, String workspaceId) {
        return memberStore.adminAddresses(tx, workspaceId);
    }

    /**
     * Invites an address into a workspace by mail; returns an existing member or invitation unchanged.
     *
     * @throws Failure NOT_FOUND, FORBIDDEN by role or when the plan has no seat left, INVALID for a malformed address
     */
    public WorkspaceMember invite(Caller caller, String workspaceId, String email, WorkspaceRole role) {
        return members.invite(caller, workspaceId, new EmailAddress(email.strip()), role)
                .member();
    }

    /** @throws Failure CONFLICT when the slug is taken */
    Workspace create(Caller owner, String name, String slug) {
        return database.write(tx -> {
            Workspace workspace = fresh(name, slug, WorkspaceType.SECONDARY, owner.userId());
            if (!insert(tx, workspace)) {
                throw taken(slug);
            }
            tx.concerns("workspaces", workspace.id());
            return workspace;
        });
    }

    Workspace update(Caller caller, String id, Optional<String> name, Optional<String> slug) {
        return database.write(tx -> {
            tx.takeLock("workspace-slugs");
            Workspace old = require(tx, caller, id, Capability.EDIT_WORKSPACE).workspace();
            if (!store.update(tx, id, name.orElse(old.name()), slug.orElse(old.slug()))) {
                throw taken(slug.orElse(old.slug()));
            }
            return store.find(tx, id).orElseThrow();
        });
    }

    void delete(Caller caller, String id) {
        database.writing(tx -> {
            store.lock(tx, id);
            Workspace workspace =
                    require(tx, caller, id, Capability.DELETE_WORKSPACE).workspace();
            if (workspace.type() == WorkspaceType.PRIMARY) {
                throw Failure.invalid("A primary workspace goes only together with its owner's account.");
            }
            delete(tx, workspace);
        });
    }

    /** Secondary workspaces of a person that have other members as well. */
    List<Workspace> sharedOwnedBy(Caller caller) {
        return database.read(tx -> store.ownedBy(tx, caller.userId()).stream()
                .filter(workspace -> workspace.type() == WorkspaceType.SECONDARY)
                .filter(workspace -> memberStore.count(tx, workspace.id()) > 1)
                .toList());
    }

    /** Transfers a workspace in one transaction that locks it, so that it never has two owners or none. */
    void transfer(Caller caller, String id, String newOwnerId) {
        database.writing(tx -> {
            store.lock(tx, id);
            Membership from = require(tx, caller, id, Capability.TRANSFER_OWNERSHIP);
            if (from.workspace().type() == WorkspaceType.PRIMARY) {
                throw Failure.invalid("A primary workspace stays with its owner.");
            }
            WorkspaceMember to = memberStore
                    .findByUser(tx, id, newOwnerId)
                    .orElseThrow(() -> Failure.notFound("There is no such member in this workspace."));
            if (to.role() != WorkspaceRole.ADMIN) {
                throw Failure.invalid("Only an admin can become the owner; make the member an admin first.");
            }
            memberStore.setRole(tx, from.memberId(), WorkspaceRole.ADMIN);
            memberStore.setRole(tx, to.id(), WorkspaceRole.OWNER);
            store.setOwner(tx, id, newOwnerId);
        });
    }

    private Answer acceptFirst(Request request, Handler next) {
        if (request.find(Waiting.class).map(Waiting::some).orElse(true)) {
            request.find(Caller.class).ifPresent(members::acceptPending);
        }
        return next.handle(request);
    }

    private void addPrimary(Tx tx, UserSignedUp user) {
        String name = Workspace.primaryName(user.name());
        String slug = Workspace.primarySlug(user.name(), user.userId());
        if (!insert(tx, fresh(name, slug, WorkspaceType.PRIMARY, user.userId()))
                && !insert(tx, fresh(name, user.userId(), WorkspaceType.PRIMARY, user.userId()))) {
            throw new IllegalStateException("no free slug for the workspace of a new user");
        }
    }

    private void leaveEverything(Tx tx, AccountDeleted account) {
        store.lockedOwnedBy(tx, account.userId()).forEach(workspace -> delete(tx, workspace));
        for (WorkspaceMember member : memberStore.ofUser(tx, account.userId())) {
            announcements.announce(tx, new MemberRemoved(member.workspaceId(), member.id(), account.userId()));
            memberStore.delete(tx, member.id());
        }
    }

    private void delete(Tx tx, Workspace workspace) {
        announcements.announce(tx, new WorkspaceDeleted(workspace.id()));
        store.delete(tx, workspace.id());
    }

    private boolean insert(Tx tx, Workspace workspace) {
        if (!store.insert(tx, workspace, planOfNew)) {
            return false;
        }
        memberStore.insert(tx, MemberStore.NewMember.owner(random.uuid(), workspace));
        return true;
    }

    private Workspace fresh(String name, String slug, WorkspaceType type, String ownerId) {
        return new Workspace(random.uuid(), name, slug, type, planOfNew, ownerId, null, clock.instant());
    }

    private static Failure taken(String slug) {
        return Failure.conflict("The slug " + slug + " is taken; choose another one.");
    }
}
