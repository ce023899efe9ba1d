package cms.githost.remote;

import cms.githost.provider.MergeAnswer;
import cms.githost.provider.Proposal;
import cms.githost.provider.PullRequest;
import cms.githost.provider.RepositoryState;
import cms.githost.remote.api.ApiAnswer;
import cms.githost.remote.api.ApiCall;
import cms.githost.remote.api.HostApi;
import cms.githost.remote.api.Identity;
import cms.githost.remote.api.Refusal;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pull requests for branches that take no pushes. */
final class RemotePulls {
    private final Database database;
    private final HostApi api;
    private final RemoteStates states;
    private final PullRequestStore store = new PullRequestStore();

    RemotePulls(Database database, HostApi api, RemoteStates states) {
        this.database = database;
        this.api = api;
        this.states = states;
    }

    /**
     * Opens a pull request, or finds the open one. Costs at most one call while a pull request of this service is open;
     * otherwise one call that opens it, and another one when the host says that one exists.
     */
    PullRequest propose(String fullName, Proposal wanted) {
        RepositoryState state = states.require(fullName);
        Optional<PullRequest> open =
                database.read(tx -> store.find(tx, state.id(), fullName, wanted.head(), wanted.base()));
        return open.orElseGet(() -> keep(state, opened(state, wanted)));
    }

    MergeAnswer merge(PullRequest request) {
        RepositoryState state = states.require(request.fullName());
        Identity as = new Identity.Installed(state.installationId());
        String path = HostJson.repos(request.fullName()) + "/pulls/" + request.number();
        ObjectNode body = Json.object().put("merge_method", "merge");
        ApiAnswer answer = api.call(ApiCall.send(as, "PUT", path + "/merge", body));
        if (answer instanceof ApiAnswer.Done) {
            forget(state.id(), request.number());
            return MergeAnswer.MERGED;
        }
        if (answer instanceof ApiAnswer.Refused refused && refused.status() == 409) {
            return MergeAnswer.MOVED;
        }
        if (!answer.isRefused(
                Refusal.CONFLICT, Refusal.FORBIDDEN, Refusal.NOT_FOUND, Refusal.UNPROCESSABLE, Refusal.MOVED)) {
            answer.orFail();
        }
        return isOpen(as, path) ? MergeAnswer.NOT_YET : closed(state, request);
    }

    void forget(Tx tx, long repositoryId, int number) {
        store.delete(tx, repositoryId, number);
    }

    private void forget(long repositoryId, int number) {
        database.writing(tx -> forget(tx, repositoryId, number));
    }

    private MergeAnswer closed(RepositoryState state, PullRequest request) {
        forget(state.id(), request.number());
        return MergeAnswer.MOVED;
    }

    private boolean isOpen(Identity as, String path) {
        ApiAnswer answer = api.call(ApiCall.get(as, path));
        return !answer.isRefused(Refusal.NOT_FOUND)
                && answer.orFail().path("state").asString("").equals("open");
    }

    private PullRequest opened(RepositoryState state, Proposal wanted) {
        Identity as = new Identity.Installed(state.installationId());
        String pulls = HostJson.repos(state.fullName()) + "/pulls";
        ObjectNode body = Json.object()
                .put("title", wanted.title())
                .put("head", wanted.head())
                .put("base", wanted.base())
                .put("body", wanted.text());
        ApiAnswer answer = api.call(ApiCall.send(as, "POST", pulls, body));
        if (answer.isRefused(Refusal.FORBIDDEN)) {
            throw Failure.forbidden("The app at the Git host may not open pull requests; give it that permission.");
        }
        if (!answer.isRefused(Refusal.UNPROCESSABLE)) {
            return request(state, wanted, answer.orFail());
        }
        String owner = state.fullName().substring(0, state.fullName().indexOf('/'));
        String query = "?state=open&head=" + HostJson.segment(owner + ":" + wanted.head()) + "&base="
                + HostJson.segment(wanted.base());
        return api.call(ApiCall.get(as, pulls + query))
                .orFail()
                .valueStream()
                .findFirst()
                .map(found -> request(state, wanted, found))
                .orElseThrow(() -> Failure.unprocessable("The Git host opens no pull request from " + wanted.head()
                        + " to " + wanted.base() + "; there may be nothing to merge."));
    }

    private PullRequest keep(RepositoryState state, PullRequest request) {
        database.writing(tx -> store.put(tx, state.id(), request));
        return request;
    }

    private static PullRequest request(RepositoryState state, Proposal wanted, JsonNode json) {
        return new PullRequest(
                state.fullName(),
                json.path("number").asInt(0),
                json.path("html_url").asString(""),
                wanted.head(),
                wanted.base(),
                json.path("head").path("sha").asString(""));
    }
}
