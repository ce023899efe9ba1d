package cms;

import cms.agent.AgentSettings;
import cms.auth.Auth;
import cms.auth.AuthSettings;
import cms.billing.BillingSettings;
import cms.delivery.DeliveryConfig;
import cms.delivery.DeliveryStorage;
import cms.forms.IntakeSettings;
import cms.githost.HostSettings;
import cms.githost.MirrorSettings;
import cms.githost.RemoteSettings;
import cms.mcp.RemoteToolParts;
import cms.media.Media;
import cms.media.MediaSettings;
import cms.monitoring.MonitoringTargets;
import cms.monitoring.Version;
import cms.plan.Edition;
import cms.plan.Plans;
import cms.platform.http.HttpSettings;
import cms.platform.http.Routes;
import cms.platform.jobs.ReadingMarks;
import cms.platform.net.StreamClient;
import cms.platform.pictures.PictureSettings;
import cms.platform.pictures.Pictures;
import cms.review.Changes;
import cms.review.DecisionOptions;
import cms.settings.IdentitySettings;
import cms.settings.OutsideSettings;
import cms.settings.ProductSettings;
import cms.settings.ServerSettings;
import cms.settings.Settings;
import cms.usage.Usage;
import cms.web.ServiceFacts;
import cms.web.Studio;
import cms.workspace.WorkspaceSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts the settings to those of each room. */
record RoomSettings(Settings settings, PlatformServices platform, Plans plans) {
    AuthSettings auth() {
        return new AuthSettings(
                publicUrl(),
                settings.product().managed(),
                providers(),
                Duration.ofDays(settings.identity().sessionDays()));
    }

    private AuthSettings.RealProviders providers() {
        IdentitySettings.Oidc oidc = settings.identity().oidc();
        IdentitySettings.GitHostAccess host = settings.identity().gitHost();
        return new AuthSettings.RealProviders(
                oidc == null
                        ? null
                        : new AuthSettings.RealProviders.IssuerSettings(
                                oidc.issuer(), oidc.clientId(), oidc.clientSecret()),
                host == null
                        ? null
                        : new AuthSettings.RealProviders.Host(
                                host.apiUrl(), host.webUrl(), host.clientId(), host.clientSecret()),
                hasLocalIdentity());
    }

    /** The studio, with the facts of this instance; empty in a jar without it. */
    Optional<Studio> studio() {
        boolean enterprise = settings.product().edition() == Edition.ENTERPRISE;
        return Studio.ofJar(new ServiceFacts(
                Version.RUNNING,
                settings.product().edition().name().toLowerCase(Locale.ROOT),
                settings.product().managed() ? "managed" : "self-hosted",
                settings.product().billed(),
                hasLocalIdentity(),
                settings.outside().smtpUrl() == null && settings.server().isLocal(),
                hasBuiltInHost(),
                signInProviders(),
                Map.of("contentBytes", Routes.CONTENT_BYTES_MAX, "reasonChars", (long)
                        DecisionOptions.REASON_CHARS_MAX),
                enterprise ? List.of("delivery", "webhooks", "forms", "agent", "aikeys") : List.of("agent")));
    }

    private List<String> signInProviders() {
        IdentitySettings identity = settings.identity();
        List<String> names = new ArrayList<>();
        if (hasLocalIdentity() || identity.gitHost() != null) {
            names.add("git_host");
        }
        if (hasLocalIdentity() || identity.oidc() != null) {
            names.add("web_identity");
        }
        return names;
    }

    /** Whether the built-in page signs people in: without a provider, and never where others reach the service. */
    private boolean hasLocalIdentity() {
        return settings.identity().isLocal() && settings.server().isLocal();
    }

    WorkspaceSettings workspaces() {
        return new WorkspaceSettings(
                plans,
                settings.product().planOfNewWorkspace(),
                publicUrl(),
                platform.keys().seal());
    }

    /**
     * The settings of the host of repositories. With a configured identity provider and the built-in Git host every
     * person owns an account there (design 2.1).
     */
    HostSettings host(Auth auth) {
        boolean everybodyOwnsAccount =
                settings.identity().oidc() != null && settings.identity().gitHost() == null;
        IdentitySettings.GitHostAccess host = settings.identity().gitHost();
        RemoteSettings remote = host == null ? null : remoteHost(host, auth);
        StreamClient outside = platform.net().streamsToOutside();
        return host == null || remote == null
                ? new HostSettings(publicUrl(), everybodyOwnsAccount, outside)
                : new HostSettings(publicUrl(), everybodyOwnsAccount, outside, remote, mirrors(host));
    }

    /** The marks of background readings, with those that earlier runs have left. */
    ReadingMarks reading() {
        return ReadingMarks.open(platform.data().reading());
    }

    /** Whether repositories are in the data folder; with a remote host only copies are here. */
    boolean hasBuiltInHost() {
        IdentitySettings.GitHostAccess host = settings.identity().gitHost();
        return host == null || host.app() == null;
    }

    private MirrorSettings mirrors(IdentitySettings.GitHostAccess host) {
        return new MirrorSettings(
                platform.data().mirrors(),
                platform.net().streamsToSettings(),
                platform.signals(),
                host.limits(),
                host.timeouts().firstFetch());
    }

    private @Nullable RemoteSettings remoteHost(IdentitySettings.GitHostAccess host, Auth auth) {
        IdentitySettings.HostApp app = host.app();
        return app == null
                ? null
                : new RemoteSettings(
                        host.apiUrl(),
                        host.webUrl(),
                        app.id(),
                        app.privateKey(),
                        host.webhookSecret(),
                        platform.net().toSettings(),
                        host.timeouts().answer(),
                        auth::hostToken);
    }

    MonitoringTargets watched(Pictures pictures) {
        return new MonitoringTargets(
                platform.database(),
                platform.jobs(),
                platform.objects(),
                platform.mailer(),
                platform.net().toSettings(),
                platform.metrics(),
                platform.data().folder(),
                platform.data().repositories(),
                hasBuiltInHost(),
                pictures,
                platform.clock());
    }

    Changes.ReviewServices reviewStorage() {
        return new Changes.ReviewServices(
                platform.database(), platform.announcements(), platform.keys().commits(), platform.metrics());
    }

    DeliveryStorage deliveryStorage() {
        return new DeliveryStorage(
                platform.database(),
                platform.objects(),
                platform.announcements(),
                platform.signals(),
                platform.leases());
    }

    DeliveryConfig delivery(Usage usage, Media media) {
        var rates = new DeliveryConfig.ServingSettings(
                publicUrl(),
                settings.rates().deliveryPerHour(),
                settings.rates().keylessMediaPerMinute());
        return new DeliveryConfig(plans, usage, media, platform.instance(), platform.metrics(), rates);
    }

    /** Opens the service that makes pictures in separate processes. */
    Pictures pictures() {
        return Pictures.open(
                new PictureSettings(
                        settings.outside().media().workers(),
                        settings.outside().media().vipsLibrary()),
                platform.data().scratch());
    }

    MediaSettings media() {
        return new MediaSettings(
                Optional.ofNullable(settings.outside().media().clamav()),
                publicUrl(),
                settings.rates().mediaPerHour(),
                (long) settings.outside().media().cacheMegabytes() << 20);
    }

    IntakeSettings forms() {
        OutsideSettings.Captcha captcha = settings.outside().captcha();
        return new IntakeSettings(
                plans,
                new IntakeSettings.Captcha(
                        platform.net().toSettings(), captcha.verifyUrl(), captcha.secret(), captcha.siteKey()),
                settings.rates().formPerMinute());
    }

    AgentSettings agent() {
        OutsideSettings.Models models = settings.outside().models();
        return AgentSettings.of(
                models.provider(),
                new AgentSettings.Server(models.anthropicUrl(), models.anthropicKey()),
                new AgentSettings.Server(models.openaiUrl(), models.openaiKey()),
                models.openaiWire(),
                models.catalog(),
                models.contextTokens(),
                models.retentionDays(),
                Duration.ofMillis(models.retryMilliseconds()),
                models.confirm(),
                settings.rates().chatPerMinute());
    }

    RemoteToolParts remoteTools(Usage usage, Optional<Media> media) {
        return new RemoteToolParts(
                platform.instance(),
                plans,
                usage,
                media,
                new RemoteToolParts.RemoteToolSettings(
                        publicUrl(),
                        settings.server().isLocal(),
                        settings.server().toolOrigins(),
                        settings.product().managed(),
                        Version.RUNNING));
    }

    BillingSettings billing() {
        ProductSettings product = settings.product();
        ProductSettings.StripeAccess stripe = product.billed() ? product.stripe() : null;
        BillingSettings.ProviderAccess provider = stripe == null
                ? null
                : new BillingSettings.ProviderAccess(
                        stripe.secretKey(),
                        stripe.webhookSecret(),
                        stripe.priceStarter(),
                        stripe.pricePro(),
                        stripe.apiUrl());
        return new BillingSettings(product.billed() && product.managed(), provider, publicUrl());
    }

    HttpSettings http() {
        ServerSettings server = settings.server();
        return new HttpSettings(
                server.host(),
                server.port(),
                server.publicUrl(),
                server.trustedProxies(),
                server.isLocal(),
                platform.tracing());
    }

    private URI publicUrl() {
        return settings.server().publicUrl();
    }
}
