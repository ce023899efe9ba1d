package cms.git.protocol;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.errors.PackProtocolException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.transport.UploadPack;

/**
 * Decides which objects a client may ask for by id: commits and tags that a visible ref reaches, and any file or folder
 * that is stored. A partial clone asks for files of old commits, while JGit's own check knows only those of the tips;
 * Git's own server gives any object that it has. The commits that this service keeps to itself have no files.
 */
public final class Wants implements UploadPack.RequestValidator {
    private final UploadPack.RequestValidator reachable = new UploadPack.ReachableCommitRequestValidator();

    @Override
    public void checkWants(UploadPack up, List<ObjectId> wants) throws PackProtocolException, IOException {
        List<ObjectId> commits = new ArrayList<>();
        try (ObjectReader reader = up.getRepository().newObjectReader()) {
            for (ObjectId want : wants) {
                int type = reader.open(want).getType();
                if (type != Constants.OBJ_BLOB && type != Constants.OBJ_TREE) {
                    commits.add(want);
                }
            }
        } catch (MissingObjectException unknown) {
            throw new PackProtocolException("want " + unknown.getObjectId().name() + " not valid", unknown);
        }
        if (!commits.isEmpty()) {
            reachable.checkWants(up, commits);
        }
    }
}
