package cms;

import cms.auth.Caller;
import cms.auth.Sessions;
import cms.platform.db.Tx;
import cms.platform.http.Request;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads with every session whether invitations wait, and unless they do, the caller's access to the path's project. */
record ReadAlong(Workspaces workspaces, Access access) implements Sessions.Lookahead {
    @Override
    public List<String> about(Request request) {
        return access.placeOf(request);
    }

    @Override
    public Consumer<Request> look(Tx tx, Caller caller, List<String> about) {
        boolean waiting = workspaces.hasInvitations(tx, caller);
        Optional<ProjectAccess> standing = waiting ? Optional.empty() : access.lookAhead(tx, caller, about);
        return request -> {
            workspaces.noteInvitations(request, waiting);
            standing.ifPresent(found -> request.put(ProjectAccess.class, found));
        };
    }
}
