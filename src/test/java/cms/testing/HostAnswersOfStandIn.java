package cms.testing;

import cms.platform.json.Json;
import cms.testing.HostWorld.Installed;
import cms.testing.HostWorld.Pull;
import cms.testing.HostWorld.Repo;
import cms.testing.StandInHost.HostAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the {@link StandInHost} says; shapes are the examples of the host's published description. */
final class HostAnswersOfStandIn {
    private static final JsonNode SHAPES = shapes();
    private static final Pattern REPO = Pattern.compile("/repos/([^/]+)/([^/]+)(/.*)?");
    private static final int NOT_FOUND = 404;

    private final HostWorld world;
    private final String url;

    HostAnswersOfStandIn(HostWorld world, String url) {
        this.world = world;
        this.url = url;
    }

    ObjectNode token(String token, Instant end) {
        return Json.object()
                .put("token", token)
                .put(
                        "expires_at",
                        end.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString())
                .put("repository_selection", "all");
    }

    /** This service as the host knows it. */
    private ObjectNode app() {
        ObjectNode app = Json.object()
                .put("id", 1)
                .put("node_id", "A_1")
                .put("slug", "cms")
                .put("name", "cms")
                .putNull("description")
                .put("external_url", url)
                .put("html_url", url + "/apps/cms")
                .put("created_at", "2026-01-01T00:00:00Z")
                .put("updated_at", "2026-01-01T00:00:00Z");
        app.set("owner", shape("installation").get("account"));
        app.putObject("permissions").put("contents", "write").put("metadata", "read");
        app.putArray("events").add("push");
        return app;
    }

    HostAnswer asApp(String path) {
        if (path.equals("/app")) {
            return HostAnswer.ok(app());
        }
        Matcher one = Pattern.compile("/app/installations/(\\d+)").matcher(path);
        if (one.matches()) {
            return Optional.ofNullable(world.installations.get(Long.parseLong(one.group(1))))
                    .map(found -> HostAnswer.ok(installation(found)))
                    .orElse(notFound());
        }
        Matcher repo = Pattern.compile("/repos/([^/]+)/([^/]+)/installation").matcher(path);
        return repo.matches()
                ? world.find(repo.group(1) + "/" + repo.group(2))
                        .flatMap(world::covering)
                        .map(found -> HostAnswer.ok(installation(found)))
                        .orElse(notFound())
                : notFound();
    }

    HostAnswer asPerson(int id, String method, String path, Map<String, String> query, JsonNode json) {
        String login = world.login(id);
        if (path.equals("/user")) {
            return HostAnswer.ok(shape("user").put("id", id).put("login", login).put("name", login));
        }
        if (path.equals("/user/emails")) {
            ArrayNode list = Json.object().putArray("emails");
            list.addObject()
                    .put("email", login + "@example.com")
                    .put("primary", true)
                    .put("verified", true)
                    .put("visibility", "private");
            return HostAnswer.ok(list);
        }
        if (path.equals("/user/installations")) {
            List<ObjectNode> seen = world.installations.values().stream()
                    .filter(installed -> installed.people.contains(login))
                    .map(this::installation)
                    .toList();
            return page("installations", seen, path, query);
        }
        Matcher orgs = Pattern.compile("/orgs/([^/]+)/repos").matcher(path);
        if (method.equals("POST") && (path.equals("/user/repos") || orgs.matches())) {
            return made(orgs.matches() ? orgs.group(1) : login, json);
        }
        Matcher generate = Pattern.compile("/repos/([^/]+)/([^/]+)/generate").matcher(path);
        if (generate.matches() && method.equals("POST")) {
            return generated(generate.group(1) + "/" + generate.group(2), json);
        }
        return repository(path, repo -> !repo.hiddenFrom.contains(login), method, query, json);
    }

    HostAnswer asInstallation(long id, String method, String path, Map<String, String> query, JsonNode json) {
        Installed installed = world.installations.get(id);
        if (installed == null || installed.suspended) {
            return HostAnswer.error(403, "This installation has been suspended");
        }
        if (path.equals("/installation/repositories")) {
            List<ObjectNode> seen = world.repos.stream()
                    .filter(repo -> world.covers(installed, repo))
                    .map(repo -> repo(repo, "repository"))
                    .toList();
            return page("repositories", seen, path, query);
        }
        Matcher orgs = Pattern.compile("/orgs/([^/]+)/repos").matcher(path);
        if (orgs.matches() && method.equals("POST")) {
            return orgs.group(1).equals(installed.account) ? made(installed.account, json) : notFound();
        }
        Matcher generate = Pattern.compile("/repos/([^/]+)/([^/]+)/generate").matcher(path);
        if (generate.matches() && method.equals("POST")) {
            return generated(generate.group(1) + "/" + generate.group(2), json);
        }
        return repository(path, repo -> world.covers(installed, repo) || !repo.isPrivate, method, query, json);
    }

    private HostAnswer repository(
            String path,
            java.util.function.Predicate<Repo> visible,
            String method,
            Map<String, String> query,
            JsonNode json) {
        Matcher at = REPO.matcher(path);
        Optional<Repo> found =
                at.matches() ? world.find(at.group(1) + "/" + at.group(2)).filter(visible) : Optional.empty();
        if (found.isEmpty()) {
            return notFound();
        }
        Repo repo = found.get();
        String rest = at.group(3) == null ? "" : URLDecoder.decode(at.group(3), StandardCharsets.UTF_8);
        if (method.equals("GET")) {
            return read(repo, rest, query);
        }
        return switch (method + " " + rest.replaceAll("\\d+", "N").replaceAll("/refs/heads/.*", "/refs/heads")) {
            case "POST /pulls" -> open(repo, json);
            case "PUT /pulls/N/merge" -> merge(repo, Integer.parseInt(rest.split("/")[2]));
            case "POST /git/trees" -> tree(repo, json);
            case "POST /git/commits" -> commit(repo, json);
            case "PATCH /git/refs/heads" -> move(repo, rest.substring("/git/refs/heads/".length()), json);
            default -> notFound();
        };
    }

    private HostAnswer read(Repo repo, String rest, Map<String, String> query) {
        if (rest.isEmpty()) {
            return HostAnswer.ok(repo(repo, "fullRepository"));
        }
        if (rest.startsWith("/branches/")) {
            return branch(repo, rest.substring("/branches/".length()));
        }
        if (rest.startsWith("/rules/branches/")) {
            ArrayNode list = Json.object().putArray("rules");
            if (rest.endsWith("/" + repo.defaultBranch)) {
                repo.rules.forEach(type -> list.add(rule(repo, type)));
            }
            return HostAnswer.ok(list);
        }
        if (rest.startsWith("/git/trees/")) {
            return listing(repo, rest.substring("/git/trees/".length()));
        }
        if (rest.startsWith("/git/blobs/")) {
            return blob(repo, rest.substring("/git/blobs/".length()));
        }
        if (rest.startsWith("/git/ref/heads/")) {
            return ref(repo, rest.substring("/git/ref/heads/".length()));
        }
        if (rest.equals("/pulls")) {
            ArrayNode list = Json.object().putArray("pulls");
            world.pulls(repo).stream()
                    .filter(pull -> pull.state.equals(query.getOrDefault("state", "open")))
                    .filter(pull -> query.getOrDefault("head", "").equals(repo.owner() + ":" + pull.head))
                    .filter(pull -> query.getOrDefault("base", pull.base).equals(pull.base))
                    .forEach(pull -> list.add(pull(repo, pull, "pullListed")));
            return HostAnswer.ok(list);
        }
        if (rest.matches("/pulls/\\d+")) {
            return world.pulls(repo).stream()
                    .filter(pull -> rest.endsWith("/" + pull.number))
                    .findFirst()
                    .map(pull -> HostAnswer.ok(pull(repo, pull, "pull")))
                    .orElse(notFound());
        }
        return notFound();
    }

    private HostAnswer branch(Repo repo, String name) {
        String tip = git(repo, "rev-parse", "--verify", "--quiet", "refs/heads/" + name);
        if (tip.isEmpty()) {
            return HostAnswer.error(NOT_FOUND, "Branch not found");
        }
        ObjectNode branch = shape("branch").put("name", name).put("protected", repo.isProtected);
        ((ObjectNode) branch.get("commit")).put("sha", tip);
        return HostAnswer.ok(branch);
    }

    private static ObjectNode rule(Repo repo, String type) {
        ObjectNode rule = Json.object()
                .put("type", type)
                .put("ruleset_source_type", "Repository")
                .put("ruleset_source", repo.fullName)
                .put("ruleset_id", 42);
        if (type.equals("pull_request")) {
            rule.putObject("parameters")
                    .put("dismiss_stale_reviews_on_push", false)
                    .put("require_code_owner_review", false)
                    .put("require_last_push_approval", false)
                    .put("required_approving_review_count", 1)
                    .put("required_review_thread_resolution", false);
        }
        return rule;
    }

    private HostAnswer listing(Repo repo, String commitOrTree) {
        String lines = git(repo, "ls-tree", "-l", commitOrTree);
        String sha = git(repo, "rev-parse", "--verify", "--quiet", commitOrTree + "^{tree}");
        if (sha.isEmpty()) {
            return notFound();
        }
        ObjectNode json =
                Json.object().put("sha", sha).put("url", url + "/trees/" + sha).put("truncated", false);
        ArrayNode entries = json.putArray("tree");
        for (String line : lines.lines().toList()) {
            String[] columns = line.split("\\s+", 5);
            ObjectNode entry = entries.addObject()
                    .put("path", columns[4])
                    .put("mode", columns[0])
                    .put("type", columns[1])
                    .put("sha", columns[2])
                    .put("url", url + "/git/" + columns[2]);
            if (columns[1].equals("blob")) {
                entry.put("size", Integer.parseInt(columns[3]));
            }
        }
        return HostAnswer.ok(json);
    }

    private HostAnswer blob(Repo repo, String sha) {
        if (git(repo, "cat-file", "-t", sha).equals("blob")) {
            byte[] text = git(repo, "cat-file", "blob", sha).getBytes(StandardCharsets.UTF_8);
            return HostAnswer.ok(Json.object()
                    .put("content", Base64.getMimeEncoder().encodeToString(text))
                    .put("encoding", "base64")
                    .put("url", url + "/git/blobs/" + sha)
                    .put("sha", sha)
                    .put("size", text.length)
                    .put("node_id", "B"));
        }
        return notFound();
    }

    private HostAnswer ref(Repo repo, String branch) {
        String tip = git(repo, "rev-parse", "--verify", "--quiet", "refs/heads/" + branch);
        if (tip.isEmpty()) {
            return notFound();
        }
        return HostAnswer.ok(refOf(branch, tip));
    }

    private ObjectNode refOf(String branch, String tip) {
        ObjectNode ref = shape("ref").put("ref", "refs/heads/" + branch);
        ((ObjectNode) ref.get("object")).put("sha", tip);
        return ref;
    }

    private HostAnswer tree(Repo repo, JsonNode json) {
        GitClient work = scratch(repo);
        for (JsonNode entry : json.path("tree")) {
            work.write(entry.path("path").asString(""), entry.path("content").asString(""));
        }
        work.git("add", "--all");
        String tree = work.git("write-tree");
        work.git("push", "--quiet", "origin", work.git("commit-tree", tree, "-m", "kept") + ":refs/kept/" + tree);
        return new HostAnswer(201, ((ObjectNode) listing(repo, tree).body()).put("sha", tree), Map.of());
    }

    private HostAnswer commit(Repo repo, JsonNode json) {
        List<String> arguments =
                new ArrayList<>(List.of("commit-tree", json.path("tree").asString("")));
        json.path("parents").forEach(parent -> arguments.addAll(List.of("-p", parent.asString(""))));
        arguments.addAll(List.of("-m", json.path("message").asString("")));
        String sha = GitClient.at(world.bare(repo.fullName)).git(arguments.toArray(String[]::new));
        ObjectNode commit = shape("commit")
                .put("sha", sha)
                .put("message", json.path("message").asString(""));
        ((ObjectNode) commit.get("tree")).put("sha", json.path("tree").asString(""));
        return new HostAnswer(201, commit, Map.of());
    }

    private HostAnswer move(Repo repo, String branch, JsonNode json) {
        String to = json.path("sha").asString("");
        if (!git(repo, "cat-file", "-t", to).equals("commit")) {
            return HostAnswer.error(422, "Object does not exist");
        }
        git(repo, "update-ref", "refs/heads/" + branch, to);
        return HostAnswer.ok(refOf(branch, to));
    }

    private GitClient scratch(Repo repo) {
        try {
            java.nio.file.Path work = java.nio.file.Files.createTempDirectory(world.folder(), "scratch");
            GitClient client = GitClient.at(work);
            client.git("init", "--quiet");
            client.git("remote", "add", "origin", world.bare(repo.fullName).toString());
            return client;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private HostAnswer open(Repo repo, JsonNode json) {
        String head = json.path("head").asString("");
        String base = json.path("base").asString("");
        boolean there =
                world.pulls(repo).stream().anyMatch(pull -> pull.head.equals(head) && pull.state.equals("open"));
        if (there
                || git(repo, "rev-parse", "--verify", "--quiet", "refs/heads/" + head)
                        .isEmpty()) {
            return HostAnswer.error(422, "Validation Failed");
        }
        Pull pull = new Pull(world.numbers.getAndIncrement(), head, base);
        pull.mergeStatus = repo.mergeStatus;
        world.pulls(repo).add(pull);
        return new HostAnswer(201, pull(repo, pull, "pull"), Map.of());
    }

    private HostAnswer merge(Repo repo, int number) {
        Optional<Pull> found =
                world.pulls(repo).stream().filter(pull -> pull.number == number).findFirst();
        if (found.isEmpty()) {
            return notFound();
        }
        Pull pull = found.get();
        if (!pull.state.equals("open") || pull.mergeStatus != 200) {
            return HostAnswer.error(pull.mergeStatus == 200 ? 405 : pull.mergeStatus, "Pull Request is not mergeable");
        }
        GitClient work = scratch(repo);
        work.git("fetch", "--quiet", "origin", "refs/heads/*:refs/remotes/origin/*");
        work.git("checkout", "--quiet", "-B", pull.base, "origin/" + pull.base);
        work.git("merge", "--quiet", "--no-ff", "-m", "Merge pull request", "origin/" + pull.head);
        work.git("push", "--quiet", "origin", pull.base);
        pull.state = "closed";
        pull.merged = true;
        return HostAnswer.ok(shape("merged").put("sha", work.git("rev-parse", "HEAD")));
    }

    private HostAnswer generated(String template, JsonNode json) {
        if (world.find(template).filter(repo -> repo.isTemplate).isEmpty()) {
            return notFound();
        }
        return made(json.path("owner").asString(""), json);
    }

    private HostAnswer made(String owner, JsonNode json) {
        String fullName = owner + "/" + json.path("name").asString("");
        if (world.find(fullName).isPresent()) {
            return HostAnswer.error(422, "name already exists on this account");
        }
        Repo repo = world.create(fullName);
        repo.isPrivate = json.path("private").asBoolean(false);
        return new HostAnswer(201, repo(repo, "fullRepository"), Map.of());
    }

    private ObjectNode installation(Installed installed) {
        ObjectNode json = shape("installation")
                .put("id", installed.id)
                .put("app_id", Long.parseLong(StandInHost.APP_ID))
                .put("repository_selection", installed.all ? "all" : "selected")
                .put("target_type", installed.organization ? "Organization" : "User")
                .put("html_url", url + "/settings/installations/" + installed.id)
                .put("suspended_at", installed.suspended ? "2026-01-01T00:00:00Z" : null);
        ObjectNode account = json.putObject("account");
        shape("user").properties().forEach(member -> account.set(member.getKey(), member.getValue()));
        account.put("login", installed.account).put("type", installed.organization ? "Organization" : "User");
        if (installed.suspended) {
            json.set("suspended_by", json.get("account"));
        }
        return json;
    }

    private ObjectNode repo(Repo repo, String shape) {
        ObjectNode json = shape(shape)
                .put("id", repo.id)
                .put("name", repo.fullName.split("/")[1])
                .put("full_name", repo.fullName)
                .put("private", repo.isPrivate)
                .put("default_branch", repo.defaultBranch)
                .put("html_url", url + "/" + repo.fullName)
                .put("clone_url", url + "/" + repo.fullName + ".git")
                .putNull("language");
        ((ObjectNode) json.get("owner")).put("login", repo.owner());
        return json;
    }

    private ObjectNode pull(Repo repo, Pull pull, String shape) {
        ObjectNode json = shape(shape)
                .put("number", pull.number)
                .put("state", pull.state)
                .put("html_url", url + "/" + repo.fullName + "/pull/" + pull.number);
        ((ObjectNode) json.get("head"))
                .put("ref", pull.head)
                .put("sha", git(repo, "rev-parse", "--verify", "--quiet", "refs/heads/" + pull.head));
        ((ObjectNode) json.get("base")).put("ref", pull.base);
        return json;
    }

    /** One page of a list, with the link to the next as the host writes it. */
    private HostAnswer page(String member, List<ObjectNode> all, String path, Map<String, String> query) {
        int size = Math.min(100, Integer.parseInt(query.getOrDefault("per_page", "30")));
        int page = Integer.parseInt(query.getOrDefault("page", "1"));
        int end = Math.min(all.size(), page * size);
        ObjectNode json = Json.object().put("total_count", all.size());
        ArrayNode items = json.putArray(member);
        all.subList(Math.min(all.size(), (page - 1) * size), end).forEach(items::add);
        String next =
                "<" + url + StandInHost.API + path + "?per_page=" + size + "&page=" + (page + 1) + ">; rel=\"next\"";
        String last = "<" + url + StandInHost.API + path + "?per_page=" + size + "&page=9>; rel=\"last\"";
        return new HostAnswer(200, json, end < all.size() ? Map.of("Link", next + ", " + last) : Map.of());
    }

    private String git(Repo repo, String... arguments) {
        var ended = GitClient.at(world.bare(repo.fullName)).attempt(arguments);
        return ended.code() == 0 ? ended.output().strip() : "";
    }

    private static HostAnswer notFound() {
        return HostAnswer.error(NOT_FOUND, "Not Found");
    }

    private static ObjectNode shape(String name) {
        return (ObjectNode) SHAPES.get(name).deepCopy();
    }

    private static JsonNode shapes() {
        try (InputStream in = HostAnswersOfStandIn.class.getResourceAsStream("/cms/githost/shapes.json")) {
            return Json.parse(in.readAllBytes());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
