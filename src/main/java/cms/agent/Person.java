package cms.agent;

import cms.access.Author;
import cms.agent.desk.Speaker;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.project.Access;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.Set;

/** A signed-in person who talks to the agent. */
record Person(Caller caller, Project project, Access access) implements Speaker {
    @Override
    public String id() {
        return caller.userId();
    }

    @Override
    public String kind() {
        return "user";
    }

    @Override
    public ProjectAccess place() {
        return access.of(caller.userId(), project)
                .orElseThrow(() -> Failure.forbidden("You are no member of this project any more."));
    }

    @Override
    public Author author(String via) {
        return Author.person(caller.userId(), caller.email()).through(Author.Origin.AGENT, via);
    }

    @Override
    public Set<String> tools() {
        return Set.of();
    }
}
