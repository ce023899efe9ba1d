package cms.git;

import cms.git.disk.DiskRepository;
import cms.git.graph.GitNames;
import cms.git.graph.PortableNames;
import cms.git.protocol.Capacity;
import cms.git.protocol.DeepTrees;
import cms.git.protocol.Receiver;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.transport.ReceiveCommand;
import org.eclipse.jgit.transport.ReceiveCommand.Result;
import org.eclipse.jgit.transport.ReceivePack;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One push. JGit receives, checks and stores the pack; the refs are moved by the repository's own writer, so that a
 * push and a save never race, and both are durable when they are answered.
 */
final class Push<P> {
    private static final Logger LOG = LoggerFactory.getLogger(Push.class);

    /** Characters that could control the terminal of the person who pushed, or change the direction of a line. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}]");

    private final Repository repository;
    private final GitHttpRules<P> rules;
    private final P caller;
    private final GitHttp.PushLimits limits;

    Push(Repository repository, GitHttpRules<P> rules, P caller, GitHttp.PushLimits limits) {
        this.repository = repository;
        this.rules = rules;
        this.caller = caller;
        this.limits = limits;
    }

    ReceivePack receiver() {
        DiskRepository disk = repository.disk();
        Capacity capacity = new Capacity(
                limits.repository(),
                disk.packedObjects(),
                disk.packedBytes(),
                disk.jgit().getDirectory().toPath());
        Receiver receiver = new Receiver(disk.quarantine(), capacity);
        receiver.setCheckReceivedObjects(true);
        receiver.setObjectChecker(PortableNames.requiredBy(new ObjectChecker()));
        receiver.setMaxPackSizeLimit(limits.packBytesMax());
        receiver.setMaxObjectSizeLimit(limits.objectBytesMax());
        receiver.setMaxCommandBytes(limits.commandBytesMax());
        receiver.setTimeout(limits.idleSeconds());
        receiver.setAtomic(false);
        receiver.setRefFilter(GitHttp::shown);
        receiver.setPreReceiveHook((same, commands) -> decide(receiver, commands));
        return receiver;
    }

    /** Decides about every command, so that JGit, which moves the refs of undecided ones, moves none. */
    private void decide(Receiver receiver, Collection<ReceiveCommand> commands) {
        List<ReceiveCommand> open = new ArrayList<>(ReceiveCommand.filter(commands, Result.NOT_ATTEMPTED));
        try {
            refuseHiddenParents(receiver, open);
            DeepTrees.refuse(receiver.getRepository(), open);
            List<RefChange> moved = repository.write(receiver.quarantine(), writing -> accept(receiver, writing, open));
            open.stream()
                    .filter(command -> command.getResult() == Result.NOT_ATTEMPTED)
                    .forEach(command -> command.setResult(Result.OK));
            notifyRules(receiver, moved);
        } catch (IOException | RuntimeException failed) {
            String message = failed instanceof Failure failure ? failure.message() : "The push could not be stored.";
            open.stream()
                    .filter(command -> command.getResult() == Result.NOT_ATTEMPTED)
                    .forEach(command -> command.setResult(Result.REJECTED_OTHER_REASON, message));
        }
    }

    /**
     * Refuses pushes that would reveal internal commits of this service by making them ancestors. JGit's own check of
     * all objects that a pack refers to does not help: it knows only the files of the tips, and refuses honest pushes
     * that leave out files of older commits.
     */
    private void refuseHiddenParents(ReceivePack receiver, List<ReceiveCommand> commands) throws IOException {
        try (RevWalk walk = new RevWalk(receiver.getRepository())) {
            walk.setRetainBody(false); // A push may bring a million commits, and only their trees and parents count.
            for (ReceiveCommand command : commands) {
                if (present(command.getNewId()) != null
                        && walk.peel(walk.parseAny(command.getNewId())) instanceof RevCommit pushed) {
                    walk.markStart(pushed);
                }
            }
            for (ObjectId shown : receiver.getAdvertisedObjects()) {
                if (walk.peel(walk.parseAny(shown)) instanceof RevCommit known) {
                    walk.markUninteresting(known);
                }
            }
            for (RevCommit fresh : walk) {
                boolean withoutFiles = fresh.getTree().equals(Constants.EMPTY_TREE_ID); // as all hidden commits are
                if (withoutFiles && isHidden(receiver.getRepository(), fresh)) {
                    throw Failure.conflict("This push refers to a commit that no branch of this repository has.");
                }
            }
        }
    }

    private static boolean isHidden(org.eclipse.jgit.lib.Repository files, RevCommit commit) throws IOException {
        try (RevWalk walk = new RevWalk(files)) {
            for (Ref own : files.getRefDatabase().getRefs()) {
                if (GitNames.isOwn(own.getName())
                        && walk.isMergedInto(walk.parseCommit(commit), walk.parseCommit(own.getObjectId()))) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Notifies the rules; a failure of theirs does not undo the push. */
    private void notifyRules(ReceivePack receiver, List<RefChange> moved) {
        if (!moved.isEmpty()) {
            try {
                rules.received(caller, repository, moved);
                rules.remarks(caller, repository, moved).stream()
                        .map(line -> UNPRINTABLE.matcher(line).replaceAll("?"))
                        .forEach(receiver::sendMessage);
            } catch (RuntimeException failed) {
                LOG.error("A push to {} was stored, but telling the rules of it failed", repository.fullName(), failed);
            }
        }
    }

    /** Moves the accepted refs. The pushed objects become part of the repository only when one is. */
    private List<RefChange> accept(Receiver receiver, Writing writing, List<ReceiveCommand> commands) {
        List<RefChange> moved = move(writing, commands, receiver.isAtomic());
        if (!moved.isEmpty()) {
            rules.accepted(caller, repository, writing, moved);
            try {
                receiver.accept(repository.disk());
            } catch (IOException failed) {
                throw Failure.unavailable("The push could not be stored; push again.")
                        .causedBy(failed);
            }
        }
        return moved;
    }

    private List<RefChange> move(Writing writing, List<ReceiveCommand> commands, boolean atomic) {
        List<RefChange> moved = new ArrayList<>();
        int refs = writing.pushableCount();
        for (ReceiveCommand command : commands) {
            RefChange change =
                    new RefChange(command.getRefName(), present(command.getOldId()), present(command.getNewId()));
            Optional<String> refusal =
                    change.before() == null && refs >= limits.refsMax() ? tooManyRefs() : refusal(writing, change);
            if (refusal.isEmpty()) {
                moved.add(change);
                refs += (change.before() == null ? 1 : 0) - (change.after() == null ? 1 : 0);
            } else {
                command.setResult(Result.REJECTED_OTHER_REASON, refusal.get());
                if (atomic) {
                    throw Failure.conflict("Another ref of this atomic push was refused.");
                }
            }
        }
        return moved;
    }

    private Optional<String> tooManyRefs() {
        return Optional.of("This repository has " + limits.refsMax()
                + " branches and tags, which is as many as there may be; remove some and push again.");
    }

    /** Moves one ref, or returns the reason for refusing it. */
    private Optional<String> refusal(Writing writing, RefChange change) {
        if (!GitNames.isPushable(change.name())) {
            return Optional.of("Only branches and tags with valid names can be pushed.");
        }
        if (change.after() == null && change.branch().equals(repository.defaultBranch())) {
            return Optional.of("The default branch cannot be deleted.");
        }
        try {
            Optional<String> refusal = rules.refusal(caller, repository, writing, change);
            if (refusal.isEmpty()) {
                writing.move(change.name(), Optional.ofNullable(change.before()), Optional.ofNullable(change.after()));
            }
            return refusal;
        } catch (Failure failure) {
            return Optional.of(failure.message());
        }
    }

    private static @Nullable CommitId present(ObjectId id) {
        return ObjectId.zeroId().equals(id) ? null : CommitId.of(id);
    }
}
