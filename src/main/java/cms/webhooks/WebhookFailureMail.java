package cms.webhooks;

import cms.platform.db.Database;
import cms.platform.http.Page;
import cms.platform.mail.Mail;
import cms.platform.mail.Mailer;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookStore;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Optional;

/** Tells the owner and the admins of a workspace that a receiver does not answer. */
final class WebhookFailureMail {
    private final Database database;
    private final Workspaces workspaces;
    private final Mailer mailer;
    private final WebhookStore store = new WebhookStore();

    WebhookFailureMail(Database database, Workspaces workspaces, Mailer mailer) {
        this.database = database;
        this.workspaces = workspaces;
        this.mailer = mailer;
    }

    /**
     * Sends the mail to each address.
     *
     * @throws cms.platform.failure.Failure BAD_GATEWAY while the mail server does not answer, so that it is tried again
     */
    void send(WebhookFailing error) {
        if (mailer.isOff()) {
            return;
        }
        Optional<Webhook> webhook = database.read(tx -> store.find(tx, error.webhookId()));
        List<String> admins = database.read(tx -> workspaces.adminAddresses(tx, error.workspaceId()));
        webhook.ifPresent(failing -> mailer.sendEach(admins, "a webhook", to -> mail(to, failing, error)));
    }

    private static Mail mail(String to, Webhook webhook, WebhookFailing error) {
        String host = String.valueOf(webhook.url().getHost());
        String what = error.disabled() ? "was switched off" : "does not answer";
        String why = error.since() == null
                ? "Its receiver at " + host + " answered that it is gone (410)."
                : "Its receiver at " + host + " has failed every delivery since " + error.since() + ".";
        String next = error.disabled()
                ? "What waited for it is in its log and can be replayed once it is active again."
                : "Deliveries are still tried. After five days without a success it is switched off.";
        String text = "The webhook " + webhook.name() + " " + what + ".\n\n" + why + "\n" + next + "\n";
        String html = "<p>The webhook <strong>" + Page.escape(webhook.name()) + "</strong> " + what + ".</p><p>"
                + Page.escape(why) + "</p><p>" + Page.escape(next) + "</p>";
        return new Mail(to, "The webhook " + webhook.name() + " " + what, text, html);
    }
}
