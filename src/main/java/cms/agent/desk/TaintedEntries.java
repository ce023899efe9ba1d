package cms.agent.desk;

import java.util.List;
import java.util.Set;

/**
 * The entries of a project that the agent wrote after it had read text of strangers, in any conversation. They may
 * repeat the strangers' text word by word, so a turn that reads them is as careful as with that text.
 */
public interface TaintedEntries {
    /** @param entryIds of a model; an empty one stands for a model that is one object */
    Set<String> ofStrangers(String model, List<String> entryIds);

    /** Records entries before they are written, while text of strangers is in the context; else does nothing. */
    void writing(String model, List<String> entryIds);
}
