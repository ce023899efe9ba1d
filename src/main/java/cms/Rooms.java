package cms;

import cms.activity.Activities;
import cms.activity.LiveNews;
import cms.activity.NewsSources;
import cms.activity.Presence;
import cms.agent.Agent;
import cms.agent.AgentParts;
import cms.apikeys.ApiKeys;
import cms.auth.Auth;
import cms.auth.Caller;
import cms.billing.Billing;
import cms.content.Contents;
import cms.content.Snapshots;
import cms.conversation.ConversationRooms;
import cms.conversation.Conversations;
import cms.delivery.Delivery;
import cms.forms.Forms;
import cms.git.GitHttp;
import cms.git.Repositories;
import cms.githost.GitHost;
import cms.githost.Hosting;
import cms.mcp.RemoteTools;
import cms.media.Media;
import cms.media.MediaPlaces;
import cms.plan.Edition;
import cms.platform.crypto.RandomTokens;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.idempotency.Idempotency;
import cms.platform.jobs.ReadingMarks;
import cms.platform.pictures.Pictures;
import cms.project.Projects;
import cms.review.Changes;
import cms.review.PushRules;
import cms.usage.Usage;
import cms.webhooks.Webhooks;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The rooms in their order, each built from those above it, a line each. This file is the architecture diagram. */
final class Rooms extends RoomServices {
    final Repositories repositories = openRepositories();
    final Pictures pictures = closing.add(of.pictures());
    final Auth auth = new Auth(platform.instance(), platform.keys(), of.auth(), pictures);
    final Workspaces workspaces =
            new Workspaces(database, news, of.workspaces(), platform.mailer(), platform.limiter(), clock);
    final ReadingMarks marks = openMarks();
    final Hosting hosting = closing.add(new Hosting(database, repositories, of.host(auth), clock, marks));
    final GitHost gitHost =
            new GitHost(database, news, hosting, workspaces, platform.keys().seal(), clock);
    final Usage usage = new Usage(database, news, workspaces, of.plans(), platform.mailer(), clock);
    final Projects projects = new Projects(database, news, workspaces, hosting, of.plans(), clock);
    final ApiKeys keys = closing.add(new ApiKeys(database, platform.signals(), new RandomTokens(), clock));
    final Changes changes = closing.add(new Changes(projects, hosting, of.plans(), of.reviewStorage(), clock));
    final Snapshots snapshots = closing.add(new Snapshots(
            hosting, changes, news, platform.signals(), platform.data().histories()));
    final Contents contents = new Contents(projects, changes, snapshots, of.plans());
    final Idempotency idempotency = new Idempotency(database, clock, Rooms::callerId);
    final Media media = closing.add(new Media(
            platform.instance(),
            pictures,
            of.plans(),
            usage,
            of.media(),
            new MediaPlaces(projects, workspaces, keys, hosting, changes, contents)));
    final Delivery delivery = closing.add(
            new Delivery(of.deliveryStorage(), hosting, projects, changes, keys, of.delivery(usage, media)));
    final Forms forms = new Forms(platform.instance(), usage, of.forms(), projects, workspaces, contents);
    final Billing billing = new Billing(platform.instance(), workspaces, usage, of.plans(), of.billing());
    final Agent agent = closing.add(new Agent(agentParts(), of.agent()));
    final Conversations conversations =
            new Conversations(conversationRooms(), of.settings().rates().conversationPerMinute());
    final RemoteTools remoteTools =
            new RemoteTools(of.remoteTools(usage, mediaOfEdition()), auth, projects, workspaces, keys, contents);
    final Optional<Webhooks> webhooks = webhooksOfEdition();
    final Activities activities = new Activities(database, news, workspaces, projects, changes, clock);
    final LiveNews live = closing.add(new LiveNews(
            projects,
            auth.sessions(),
            new NewsSources(changes, snapshots, delivery, media.files(), platform.signals(), platform.compute()),
            new Presence(projects, platform.signals(), platform.limiter(), clock),
            workspaces,
            news));

    Rooms(PlatformServices platform, RoomSettings of, OpenedParts closing) {
        super(platform, of, closing);
        live.listen();
        remoteTools.listen(news);
    }

    List<Consumer<Routes>> routes() {
        return List.of(
                platform.mailer()::routes,
                auth::routes,
                workspaces::routes,
                gitHost::routes,
                usage::routes,
                routes -> projects.routes(
                        routes, (by, tip, turn) -> changes.newestSeen(by.project(), tip, by.models(), turn)),
                changes::routes,
                contents::routes,
                forms::routes,
                routes -> remoteTools.routes(routes, idempotency),
                billing::routes,
                agent::routes,
                routes -> activities.routes(routes, remoteTools::names),
                live::routes);
    }

    GitHttp<Caller> gitHttp() {
        PushRules rules = new PushRules(auth.sessions(), workspaces, hosting, projects, changes, of.plans());
        return new GitHttp<>(repositories, rules, GitHttp.PushLimits.standard(), platform.limiter());
    }

    /** Media; empty in an edition without it. */
    private Optional<Media> mediaOfEdition() {
        return of.plans().edition() == Edition.COMMUNITY ? Optional.empty() : Optional.of(media);
    }

    private AgentParts agentParts() {
        return new AgentParts(
                platform.instance(),
                of.plans(),
                workspaces,
                projects,
                usage,
                changes,
                contents,
                forms,
                mediaOfEdition(),
                pictures);
    }

    private ConversationRooms conversationRooms() {
        return new ConversationRooms(platform.instance(), workspaces, projects, keys, of.plans(), agent);
    }

    /** Webhooks; empty in an edition without them. */
    private Optional<Webhooks> webhooksOfEdition() {
        return of.plans().edition() == Edition.COMMUNITY
                ? Optional.empty()
                : Optional.of(
                        closing.add(new Webhooks(platform.instance(), of.plans(), projects, workspaces, changes)));
    }

    private static Optional<String> callerId(Request request) {
        return request.find(Caller.class).map(Caller::userId);
    }
}
