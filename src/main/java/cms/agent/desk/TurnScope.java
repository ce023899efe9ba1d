package cms.agent.desk;

import cms.platform.idempotency.IdempotencyMark;
import cms.project.ProjectAccess;

/** The turn whose calls are carried out. */
public interface TurnScope {
    String turnId();

    Speaker speaker();

    /** Whether text of strangers is in the context. */
    boolean isTainted();

    /** Whether the person's own message has these words. */
    boolean isTyped(String words);

    /** Records that text of strangers comes into the context. */
    void taint();

    /** The context of a call. */
    Work work(ProjectAccess place, String tool, String callId, IdempotencyMark.Write mark);

    /** Records a write. */
    void wrote(String tool, Effect effect);
}
