package cms.activity;

import cms.auth.Caller;
import cms.git.GitHttpRules;
import cms.git.RefChange;
import cms.git.Repository;
import cms.git.Writing;
import cms.platform.crypto.RandomTokens;
import cms.project.Project;
import cms.project.Projects;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Rules for pushes that enter each accepted ref into the log of every project on the repository. */
final class PushLog implements GitHttpRules<Caller> {
    private final GitHttpRules<Caller> rules;
    private final Projects projects;
    private final Ledger ledger;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();

    PushLog(GitHttpRules<Caller> rules, Projects projects, Ledger ledger, InstantSource clock) {
        this.rules = rules;
        this.projects = projects;
        this.ledger = ledger;
        this.clock = clock;
    }

    @Override
    public Optional<Caller> caller(String name, String password) {
        return rules.caller(name, password);
    }

    @Override
    public boolean mayRead(Caller caller, Repository repository) {
        return rules.mayRead(caller, repository);
    }

    @Override
    public boolean mayWrite(Caller caller, Repository repository) {
        return rules.mayWrite(caller, repository);
    }

    @Override
    public Optional<String> refusal(Caller caller, Repository repository, Writing writing, RefChange change) {
        return rules.refusal(caller, repository, writing, change);
    }

    @Override
    public void received(Caller caller, Repository repository, List<RefChange> changes) {
        for (Project project : projects.onRepository(repository.fullName())) {
            changes.stream()
                    .filter(RefChange::isBranch)
                    .forEach(change -> ledger.add(new Entry(
                            random.uuid(),
                            project.workspaceId(),
                            project.id(),
                            "push",
                            caller.userId(),
                            "branches",
                            change.branch(),
                            Entry.Origin.GIT,
                            clock.instant())));
        }
        rules.received(caller, repository, changes);
    }
}
