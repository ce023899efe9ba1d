package cms.githost.remote;

import cms.auth.Caller;
import cms.githost.provider.CreatedRepository;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import cms.githost.provider.NewRepository;
import cms.githost.provider.RepositoryHost;
import cms.githost.provider.Templates;
import cms.githost.remote.api.ApiAnswer;
import cms.githost.remote.api.ApiCall;
import cms.githost.remote.api.HostApi;
import cms.githost.remote.api.Identity;
import cms.githost.remote.api.Refusal;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * New repositories at the host: from a template repository there, or, where it has none of that name, from a starter
 * that comes with this service.
 */
final class RemoteTemplates {
    private static final Pattern TEMPLATE =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

    private final Database database;
    private final HostApi api;
    private final RemoteInstallations installations;

    RemoteTemplates(Database database, HostApi api, RemoteInstallations installations) {
        this.database = database;
        this.api = api;
        this.installations = installations;
    }

    CreatedRepository create(Caller caller, long installationId, NewRepository wanted) {
        if (wanted.importUrl().isPresent()) {
            throw Failure.invalid("Import the repository at the Git host itself, then connect it here.");
        }
        if (!TEMPLATE.matcher(wanted.template()).matches() || wanted.template().contains("..")) {
            throw Templates.unknown();
        }
        Installation installation =
                installations.find(installationId).orElseThrow(() -> Failure.conflict("The installation is gone."));
        Identity installed = new Identity.Installed(installationId);
        // In a person's account only the person makes repositories; in an organisation the app may do so too.
        Identity as = installations.person(caller).orElse(installed);
        ApiAnswer answer = generate(as, installation, wanted);
        JsonNode made = answer.isRefused(Refusal.NOT_FOUND) && Templates.isShipped(wanted.template())
                ? start(as, installation, wanted)
                : created(answer);
        HostedRepository repository = HostJson.repository(made);
        database.writing(tx -> tx.concerns("repositories", repository.fullName()));
        boolean needsAccess = !installation.repositorySelection().equals("all")
                && !installations.covers(installationId, repository.fullName());
        return new CreatedRepository(repository, made.path("html_url").asString(""), needsAccess);
    }

    private ApiAnswer generate(Identity as, Installation installation, NewRepository wanted) {
        ObjectNode body = Json.object()
                .put("owner", installation.account().login())
                .put("name", wanted.name())
                .put("include_all_branches", false)
                .put("private", wanted.isPrivate());
        wanted.description().ifPresent(text -> body.put("description", text));
        return api.call(ApiCall.send(as, "POST", HostJson.repos(wanted.template()) + "/generate", body));
    }

    /** An ordinary repository whose only commit after the host's first one holds the starter's files. */
    private JsonNode start(Identity as, Installation installation, NewRepository wanted) {
        boolean isOrganization = installation.targetType().equals("Organization");
        String path = isOrganization
                ? "/orgs/" + HostJson.segment(installation.account().login()) + "/repos"
                : "/user/repos";
        ObjectNode body = Json.object()
                .put("name", wanted.name())
                .put("private", wanted.isPrivate())
                .put("auto_init", true);
        wanted.description().ifPresent(text -> body.put("description", text));
        JsonNode made = created(api.call(ApiCall.send(as, "POST", path, body)));
        String at = HostJson.repos(made.path("full_name").asString("/"));
        String branch = HostJson.segment(made.path("default_branch").asString("main"));
        String first = api.call(ApiCall.get(as, at + "/git/ref/heads%2F" + branch))
                .orFail()
                .path("object")
                .path("sha")
                .asString("");
        String tree = text(as, at + "/git/trees", tree(wanted.template()));
        ObjectNode commit =
                Json.object().put("message", "Start from " + wanted.template()).put("tree", tree);
        commit.putArray("parents").add(first);
        String second = text(as, at + "/git/commits", commit);
        api.call(ApiCall.send(
                        as,
                        "PATCH",
                        at + "/git/refs/heads%2F" + branch,
                        Json.object().put("sha", second)))
                .orFail();
        return made;
    }

    private static ObjectNode tree(String template) {
        ObjectNode body = Json.object();
        ArrayNode entries = body.putArray("tree");
        Templates.texts(template)
                .forEach((path, text) -> entries.addObject()
                        .put("path", path)
                        .put("mode", "100644")
                        .put("type", "blob")
                        .put("content", text));
        return body;
    }

    private String text(Identity as, String path, ObjectNode body) {
        return api.call(ApiCall.send(as, "POST", path, body))
                .orFail()
                .path("sha")
                .asString("");
    }

    private static JsonNode created(ApiAnswer answer) {
        Optional<Failure> failure = answer instanceof ApiAnswer.Refused refused
                ? switch (refused.why()) {
                    case UNPROCESSABLE, CONFLICT -> Optional.of(RepositoryHost.nameTaken());
                    case FORBIDDEN ->
                        Optional.of(Failure.forbidden("The Git host does not let you, or the app, make a"
                                + " repository there; give the app the permission to administer repositories."));
                    case NOT_FOUND, MOVED -> Optional.of(Templates.unknown());
                    case UNAUTHORIZED -> Optional.of(RepositoryHost.signInAgain());
                    case LIMITED, UNREACHABLE -> Optional.of(refused.failure());
                }
                : Optional.empty();
        failure.ifPresent(known -> {
            throw known;
        });
        return answer.orFail();
    }
}
