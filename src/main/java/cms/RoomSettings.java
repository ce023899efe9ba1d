package cms;

import cms.auth.AuthSettings;
import cms.auth.Outside;
import cms.delivery.DeliveryStorage;
import cms.delivery.DeliveryTerms;
import cms.githost.HostSettings;
import cms.plan.Plans;
import cms.platform.http.HttpSettings;
import cms.workspace.WorkspaceSettings;
import java.net.URI;

/** Cuts the settings into what each room has to know. */
record RoomSettings(Settings settings, Corners corners, Plans plans) {
    AuthSettings auth() {
        return new AuthSettings(publicUrl(), settings.product().managed(), providers());
    }

    private AuthSettings.RealProviders providers() {
        IdentitySettings.Oidc oidc = settings.identity().oidc();
        IdentitySettings.GitHost host = settings.identity().gitHost();
        return new AuthSettings.RealProviders(
                oidc == null
                        ? null
                        : new AuthSettings.RealProviders.Issuer(oidc.issuer(), oidc.clientId(), oidc.clientSecret()),
                host == null
                        ? null
                        : new AuthSettings.RealProviders.Host(
                                host.apiUrl(), host.webUrl(), host.clientId(), host.clientSecret()));
    }

    Outside outside() {
        return new Outside(corners.mailer(), corners.limiter(), corners.net().toSettings(), corners.clock());
    }

    WorkspaceSettings workspaces() {
        return new WorkspaceSettings(
                plans,
                settings.product().planOfNewWorkspace(),
                publicUrl(),
                corners.keys().seal());
    }

    /** With a real identity provider and the built-in Git host everybody owns an account there (design 2.1). */
    HostSettings host() {
        boolean everybodyOwnsAccount =
                settings.identity().oidc() != null && settings.identity().gitHost() == null;
        return new HostSettings(publicUrl(), everybodyOwnsAccount);
    }

    DeliveryStorage deliveryStorage() {
        return new DeliveryStorage(corners.database(), corners.objects(), corners.announcements());
    }

    DeliveryTerms delivery() {
        return new DeliveryTerms(plans, settings.rates().deliveryPerHour(), corners.clock(), corners.metrics());
    }

    HttpSettings http() {
        ServerSettings server = settings.server();
        return new HttpSettings(server.host(), server.port(), server.publicUrl(), server.trustedProxies());
    }

    private URI publicUrl() {
        return settings.server().publicUrl();
    }
}
