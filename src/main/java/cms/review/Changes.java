package cms.review;

import cms.project.Project;
import java.util.function.Function;

/** The door of review: every change of a project's repository goes through here. */
public final class Changes {
    /** Lets {@code content} make context.json; without a source no such file is written. */
    public void contextBy(ContextSource source) {
        throw new UnsupportedOperationException();
    }

    /** Hears of every branch that moves from now on. */
    public void onMoved(Moved.Listener listener) {
        throw new UnsupportedOperationException();
    }

    /**
     * The newest state that content is read from; creates {@code cms} and takes in the default branch when needed.
     */
    public Tip sync(Project project) {
        throw new UnsupportedOperationException();
    }

    /**
     * Stores a change on a new {@code cr/*} branch and lands it when the rule says so, all refs in one move.
     *
     * @param work called with the newest tip, alone on this repository; it may be called again, so it only computes
     */
    public <R> Outcome<R> submit(
            Project project, Actor actor, BranchTopic topic, LandingRule rule, Function<Tip, Draft<R>> work) {
        throw new UnsupportedOperationException();
    }
}
