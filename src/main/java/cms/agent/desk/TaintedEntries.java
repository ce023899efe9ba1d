package cms.agent.desk;

import java.util.List;
import java.util.Set;

/**
 * Which entries of a project the agent wrote after it had read text of strangers, in whatever conversation. What it wrote then
 * may be theirs word by word, so a turn that reads it later is as careful as with the text itself.
 */
public interface TaintedEntries {
    /** @param entryIds of a model; an empty one stands for a model that is one object */
    Set<String> ofStrangers(String model, List<String> entryIds);

    /** Notes entries before they are written, while text of strangers is in the context; else nothing. */
    void writing(String model, List<String> entryIds);
}
