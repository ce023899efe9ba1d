package cms.project;

import cms.access.ProjectRole;
import cms.access.WorkspaceRole;
import cms.format.ContentBranches;
import cms.git.CommitId;
import cms.githost.FirstFetch;
import cms.githost.Hosting;
import cms.platform.compute.Turn;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.workspace.WorkspaceMember;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of projects and their members (spec 2.4, reference 3.2). */
final class ProjectAnswers {
    private static final String REACHED = "accessible";

    private final Hosting hosting;
    private final Projects.ShownCommit shownCommit;

    ProjectAnswers(Hosting hosting, Projects.ShownCommit shownCommit) {
        this.hosting = hosting;
        this.shownCommit = shownCommit;
    }

    /**
     * The JSON of a project for one caller. The newest landing in it is the last one that changed something that the
     * caller may see; it is looked for in {@code turn}.
     */
    ObjectNode project(ProjectAccess access, Turn turn) {
        return project(access.project(), tip -> shownCommit.of(access, tip, turn));
    }

    /** The JSON of a project for a caller who sees all of it. */
    ObjectNode project(Project project) {
        return project(project, tip -> tip);
    }

    /** The status is {@code error} where the repository is out of reach, with the host's reason beside it. */
    private ObjectNode project(Project project, UnaryOperator<CommitId> shown) {
        String reach = hosting.reach(project.repoFullName());
        Optional<FirstFetch> fetch =
                project.status() == ProjectStatus.SETUP ? hosting.firstFetch(project.repoFullName()) : Optional.empty();
        boolean hasFailed = !reach.equals(REACHED)
                || fetch.filter(first -> first.error() != null).isPresent();
        ProjectStatus status = hasFailed ? ProjectStatus.ERROR : project.status();
        ObjectNode json = Json.object()
                .put("id", project.id())
                .put("workspace_id", project.workspaceId())
                .put("name", project.name())
                .put("repo_full_name", project.repoFullName())
                .put("default_branch", project.defaultBranch())
                .put("content_root", project.contentRoot())
                .put("detected_stack", project.detectedStack())
                .put("status", status.key())
                .put("access_status", reach)
                .put("created_at", project.createdAt().toString())
                .put(
                        "content_updated_at",
                        contentUpdatedAt(project, shown).map(Instant::toString).orElse(null))
                .put("cdn_enabled", project.delivery().enabled())
                .put("cdn_branch", project.delivery().branch())
                .put("cdn_public_media", project.delivery().publicMedia())
                .put("allow_force_pushes", project.allowsForcePushes());
        json.putNull("setup");
        fetch.ifPresent(first -> json.set("setup", setup(first)));
        return json;
    }

    private static ObjectNode setup(FirstFetch fetch) {
        return Json.object()
                .put("objects", fetch.objects())
                .put("objects_total", fetch.objectsTotal())
                .put("bytes", fetch.bytes())
                .put("error", fetch.error());
    }

    ObjectNode details(ProjectView view, Turn turn) {
        ObjectNode json = project(view.access(), turn);
        json.put("review_on_plan", view.reviewOnPlan());
        json.set("access", access(view.access()));
        ArrayNode members = json.putArray("project_members");
        view.members()
                .forEach(person -> members.add(member(person, view.access().models())));
        return json;
    }

    /** The caller's role, rights and models, from the table that enforces them; no client keeps a copy of the rules. */
    private static ObjectNode access(ProjectAccess access) {
        String role = access.role()
                .map(ProjectRole::key)
                .or(() -> access.workspaceRole().map(WorkspaceRole::key))
                .orElse("key");
        ObjectNode json = Json.object().put("role", role);
        access.rights().all().forEach(capability -> json.withArray("may").add(capability.key()));
        access.models().list().ifPresent(models -> models.forEach(json.putArray("models")::add));
        return json;
    }

    ArrayNode members(List<ProjectPerson> people) {
        ArrayNode list = Json.object().putArray("members");
        people.forEach(person -> list.add(member(person, AllowedModels.all())));
        return list;
    }

    /**
     * The JSON of a member; the profile is flat, as in the specification, and nested, as in the reference.
     *
     * @param seen the models that the caller may see; others are not named
     */
    ObjectNode member(ProjectPerson projectPerson, AllowedModels seen) {
        ProjectMember member = projectPerson.member();
        WorkspaceMember person = projectPerson.person().shown();
        WorkspaceMember.Profile profile = person.profile();
        ObjectNode json = Json.object()
                .put("id", member.id())
                .put("project_id", member.projectId())
                .put("role", member.role().key())
                .put("user_id", person.userId())
                .put("specific_models", member.specificModels());
        ArrayNode models = json.putArray("allowed_models");
        member.allowedModels().stream().filter(seen::allows).forEach(models::add);
        json.put("invited_email", person.invitedEmail())
                .put("invited_at", text(member.createdAt()))
                .put("accepted_at", text(person.acceptedAt()))
                .put("display_name", profile.displayName())
                .put("email", profile.email())
                .put("avatar_url", profile.avatarUrl());
        if (person.userId() == null) {
            json.putNull("profiles");
        } else {
            json.putObject("profiles")
                    .put("id", person.userId())
                    .put("display_name", profile.displayName())
                    .put("email", profile.email())
                    .put("avatar_url", profile.avatarUrl());
        }
        return json;
    }

    /** The time at which content last landed that the caller sees, read from the branch that it landed on. */
    private Optional<Instant> contentUpdatedAt(Project project, UnaryOperator<CommitId> shown) {
        if (!hosting.isReady(project.repoFullName())) {
            return Optional.empty(); // A client that polls the first fetch must not wait for it.
        }
        try {
            return hosting.find(project.repoFullName())
                    .flatMap(repository -> repository
                            .tip(ContentBranches.TRUNK)
                            .or(() -> repository.tip(project.defaultBranch()))
                            .map(tip ->
                                    repository.commit(shown.apply(tip)).author().time()));
        } catch (Failure unreadable) { // or more waits for a turn than the service can compute
            return Optional.empty(); // the other projects of a list are told all the same
        }
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
