package cms.git.remote;

import java.util.Collection;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The objects that a fetch asks for.
 *
 * @param ids commits, or single files
 * @param haves commits that are here with everything they need
 * @param thin whether differences against files of the haves may come, which are all here then
 * @param withoutFiles commits and folders alone; for hosts that can filter
 */
public record Wanted(Collection<ObjectId> ids, Collection<ObjectId> haves, boolean thin, boolean withoutFiles) {}
