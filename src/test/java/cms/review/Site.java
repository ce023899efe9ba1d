package cms.review;

import cms.access.Author;
import cms.auth.UserSignedUp;
import cms.format.CanonicalJson;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Bot;
import cms.githost.HostSettings;
import cms.githost.Hosting;
import cms.plan.Edition;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.crypto.Proofs;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.jobs.ReadingMarks;
import cms.platform.json.Json;
import cms.platform.limits.SlidingWindows;
import cms.project.AllowedModels;
import cms.project.DeliverySettings;
import cms.project.Project;
import cms.project.ProjectStatus;
import cms.project.Projects;
import cms.review.files.Scope;
import cms.review.submit.BranchTopic;
import cms.review.submit.Change;
import cms.review.submit.ChangeOptions;
import cms.review.submit.Draft;
import cms.review.submit.Landed;
import cms.review.submit.LandingRule;
import cms.review.submit.Operation;
import cms.review.submit.SubmitOutcome;
import cms.review.submit.Tip;
import cms.testing.ManualClock;
import cms.testing.Rows;
import cms.workspace.WorkspaceSettings;
import cms.workspace.Workspaces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A project on a real repository with one collection, and the room that changes it. */
final class Site implements AutoCloseable {
    static final String POSTS = ".cms/content/blog/posts/en.json";
    static final Author BO = Author.person("bo-id", "bo@example.com");
    static final Author CY = Author.person("cy-id", "cy@example.com");

    final ManualClock clock = ManualClock.quiet();
    final Database database;
    final Repositories repositories;
    final Repository repository;
    final Project project;
    final Changes changes;

    private Site(Path folder, Plan plan, String workflow) {
        URI url = URI.create("http://localhost:4000");
        database = Database.open(Rows.inFile(folder.resolve("rows.db")));
        Announcements announcements =
                new Announcements(database, new Jobs(database, clock), new Leases(database), clock);
        Proofs proofs = new Proofs("commit", "a secret of forty characters for a test run", List.of());
        Plans plans = new Plans(Edition.ENTERPRISE);
        Workspaces workspaces = new Workspaces(
                database,
                announcements,
                new WorkspaceSettings(
                        plans, plan, url, new Seal("a secret of forty characters for a test run", Optional.empty())),
                mail -> {},
                new SlidingWindows(clock),
                clock);
        database.writing(tx -> {
            tx.update("""
                INSERT INTO users (id, email, email_key, email_trust, display_name, theme, provider,
                                   provider_account_id, created_at)
                VALUES ('ada-user-id', 'ada@example.com', 'ada@example.com', 'local', 'ada', 'system', 'git_host',
                        'ada', 0)
                """).execute();
            announcements.announce(tx, new UserSignedUp("ada-user-id", "ada"));
        });
        String workspaceId = database.read(tx -> workspaces.primaryOf(tx, "ada-user-id"))
                .orElseThrow()
                .id();
        repositories = Repositories.open(folder.resolve("git"));
        repository = repositories.create("ada/site", "main");
        Hosting hosting = new Hosting(
                database,
                repositories,
                new HostSettings(url, false, request -> {
                    throw new AssertionError("Nothing is copied from " + request.url());
                }),
                clock,
                ReadingMarks.open(folder.resolve("reading")));
        Projects projects = new Projects(database, announcements, workspaces, hosting, plans, clock);
        changes = new Changes(
                projects,
                hosting,
                plans,
                new Changes.ReviewServices(database, announcements, proofs, new SimpleMeterRegistry()),
                clock);
        project = new Project(
                "site-id",
                workspaceId,
                "Site",
                "ada/site",
                "main",
                "",
                null,
                ProjectStatus.ACTIVE,
                clock.instant(),
                DeliverySettings.off(),
                false);
        begin(workflow);
    }

    static Site open(Path folder, Plan plan, String workflow) {
        return new Site(folder, plan, workflow);
    }

    /** Sets a field of an entry, whoever else changed the file. */
    static Draft<String> set(Tip tip, String entry, String field, String value) {
        ObjectNode posts = (ObjectNode) posts(tip.tree());
        ((ObjectNode) posts.withObject("/" + entry)).put(field, value);
        return write(ChangeSet.builder().put(POSTS, CanonicalJson.bytes(posts)).build(), entry);
    }

    static Draft<String> write(ChangeSet files, String entry) {
        Operation operation = new Operation(Operation.Kind.SAVE, "save_content", "posts", "en", List.of(entry));
        return new Draft.Write<>(files, "cms: save posts [en]", operation, "fine");
    }

    static JsonNode posts(Tree tree) {
        return tree.read(POSTS, 1 << 20).map(Json::parse).orElseGet(Json::object);
    }

    Change save(String entry, String field, String value) {
        return submitted(LandingRule.BY_WORKFLOW, entry, field, value);
    }

    Change submitted(LandingRule rule, String entry, String field, String value) {
        SubmitOutcome<String> outcome = changes.submit(
                project,
                BO,
                BranchTopic.content("posts", "en"),
                rule,
                ChangeOptions.none(),
                tip -> set(tip, entry, field, value));
        return ((SubmitOutcome.Submitted<String>) outcome).change();
    }

    /** Lands an open change, as cy, who may see these models. */
    Landed merge(String branch, AllowedModels allowed) {
        return changes.decisions.merge(project, branch, decision(allowed));
    }

    /** Discards an open change, as cy, who may see these models. */
    void reject(String branch, AllowedModels allowed) {
        changes.decisions.reject(project, branch, decision(allowed));
    }

    private Closing.Decision decision(AllowedModels allowed) {
        return new Closing.Decision(
                CY, Scope.of(allowed), DecisionOptions.none(), changes.commits.by(project, allowed));
    }

    /** Commits to a branch as somebody outside would, without this service noticing. */
    CommitId outside(String branch, String path, String text) {
        return repository.write(writing -> {
            CommitId tip = writing.tip(branch).orElseThrow();
            ChangeSet files = ChangeSet.builder().put(path, text).build();
            CommitId commit =
                    writing.commit(writing.tree(tip), files, List.of(tip), Bot.at(clock.instant()), "from outside");
            writing.move(branch, tip, commit);
            return commit;
        });
    }

    JsonNode landed() {
        return posts(repository.tree(tip("cms")));
    }

    CommitId tip(String branch) {
        return repository.tip(branch).orElseThrow();
    }

    @Override
    public void close() {
        changes.close();
        repositories.close();
        database.close();
    }

    private void begin(String workflow) {
        ChangeSet files = ChangeSet.builder()
                .put(
                        ".cms/config.json",
                        "{\"version\":1,\"workflow\":\"" + workflow + "\",\"locales\":{\"default\":\"en\","
                                + "\"supported\":[\"en\"]},\"domains\":[\"blog\"]}")
                .put(
                        ".cms/models/posts.json",
                        "{\"id\":\"posts\",\"name\":\"Posts\",\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":true,"
                                + "\"fields\":{\"title\":{\"type\":\"string\"},\"body\":{\"type\":\"text\"}}}")
                .put(POSTS, "{\n  \"one\": {\n    \"body\": \"old\",\n    \"title\": \"old\"\n  }\n}\n")
                .build();
        repository.write(writing -> {
            CommitId first = writing.commit(writing.emptyTree(), files, List.of(), Bot.at(clock.instant()), "first");
            writing.create("main", first);
            return first;
        });
    }
}
