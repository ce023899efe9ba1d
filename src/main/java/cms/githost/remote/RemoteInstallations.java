package cms.githost.remote;

import cms.auth.Caller;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import cms.githost.provider.RepositoryHost;
import cms.githost.remote.api.ApiAnswer;
import cms.githost.remote.api.ApiCall;
import cms.githost.remote.api.HostApi;
import cms.githost.remote.api.Identity;
import cms.githost.remote.api.Refusal;
import cms.platform.config.Secret;
import cms.platform.failure.Failure;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Installations of the app, and the repositories that each reaches. */
final class RemoteInstallations {
    private static final String PAGE = "?per_page=100";

    private final HostApi api;
    private final Function<Caller, Optional<String>> userToken;
    private volatile @Nullable String page;

    RemoteInstallations(HostApi api, Function<Caller, Optional<String>> userToken) {
        this.api = api;
        this.userToken = userToken;
    }

    Optional<Identity> person(Caller caller) {
        return userToken.apply(caller).map(token -> new Identity.Person(caller.userId(), new Secret(token)));
    }

    List<Installation> of(Caller caller) {
        Identity person = person(caller).orElseThrow(RepositoryHost::signInAgain);
        HostApi.Pages pages = api.pages(ApiCall.get(person, "/user/installations" + PAGE), "installations");
        boolean noToken = pages.refused()
                .filter(refused -> refused.why() == Refusal.UNAUTHORIZED || refused.why() == Refusal.FORBIDDEN)
                .isPresent();
        if (noToken) {
            throw RepositoryHost.signInAgain();
        }
        return pages.orFail().stream().map(HostJson::installation).toList();
    }

    /** Whether the host shows a repository to the person; one call with their own token. */
    boolean shows(Caller caller, String fullName) {
        Identity person = person(caller).orElseThrow(RepositoryHost::signInAgain);
        ApiAnswer answer = api.call(ApiCall.get(person, HostJson.repos(fullName)));
        if (answer.isRefused(Refusal.UNAUTHORIZED)) {
            throw RepositoryHost.signInAgain();
        }
        if (answer.isRefused(Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.MOVED)) {
            return false;
        }
        answer.orFail();
        return true;
    }

    /** The page of the app at the host, requested once; empty while the host does not answer. */
    Optional<String> page() {
        if (page == null) {
            String url = api.call(ApiCall.get(new Identity.App(), "/app")) instanceof ApiAnswer.Done app
                    ? app.body().path("html_url").asString("")
                    : "";
            page = url.startsWith("https://") || url.startsWith("http://") ? url + "/installations/new" : null;
        }
        return Optional.ofNullable(page);
    }

    Optional<Installation> find(long installationId) {
        ApiAnswer answer = api.call(ApiCall.get(new Identity.App(), "/app/installations/" + installationId));
        return answer.isRefused(Refusal.NOT_FOUND, Refusal.FORBIDDEN)
                ? Optional.empty()
                : Optional.of(HostJson.installation(answer.orFail()));
    }

    List<HostedRepository> repositories(long installationId) {
        HostApi.Pages pages = list(installationId);
        boolean gone = pages.refused()
                .filter(refused -> refused.why() == Refusal.NOT_FOUND || refused.why() == Refusal.FORBIDDEN)
                .isPresent();
        if (gone) {
            throw Failure.conflict("The Git host installation of this workspace is suspended or gone; restore it"
                            + " there, or connect another one.")
                    .withCode("git_host.access_lost");
        }
        return pages.orFail().stream().map(HostJson::repository).toList();
    }

    /**
     * Whether an installation covers a repository; a token alone does not tell, because every token reads public ones.
     */
    boolean covers(long installationId, String fullName) {
        ApiAnswer answer = api.call(ApiCall.get(new Identity.App(), HostJson.repos(fullName) + "/installation"));
        if (answer.isRefused(Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.MOVED)) {
            return false;
        }
        return answer.orFail().path("id").asLong(0) == installationId;
    }

    private HostApi.Pages list(long installationId) {
        Identity installed = new Identity.Installed(installationId);
        return api.pages(ApiCall.get(installed, "/installation/repositories" + PAGE), "repositories");
    }
}
