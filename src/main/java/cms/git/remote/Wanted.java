package cms.git.remote;

import java.util.Collection;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The objects that a fetch asks for.
 *
 * @param ids commits, or single files
 * @param haves commits that are stored here with everything they need
 * @param thin whether deltas against files of the haves may be sent, which are all stored here then
 * @param withoutFiles commits and folders alone; for hosts that can filter
 */
public record Wanted(Collection<ObjectId> ids, Collection<ObjectId> haves, boolean thin, boolean withoutFiles) {}
