package cms.agent.model;

import java.util.List;
import java.util.Optional;

/** The stored files of {@link Block.Attached}. */
@FunctionalInterface
public interface AttachedFiles {
    /** The blocks that a model is sent for a file; empty once the file is forgotten. */
    Optional<List<Block>> blocks(Block.Attached file);
}
