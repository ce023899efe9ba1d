package cms.forms;

import cms.platform.http.Page;
import cms.platform.instance.Instance;
import cms.platform.json.Json;
import cms.platform.mail.Mail;
import cms.project.Projects;
import cms.workspace.Workspaces;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Sends owner and admins at most one mail in five minutes for each form, with the submissions as short plain text. */
final class Digests {
    private final Instance instance;
    private final Projects projects;
    private final Workspaces workspaces;
    private final DigestStore store = new DigestStore();

    Digests(Instance instance, Projects projects, Workspaces workspaces) {
        this.instance = instance;
        this.projects = projects;
        this.workspaces = workspaces;
    }

    /** Sends the mails that are due; while the mail server does not answer, they wait for the next run. */
    void sendDue() {
        List<DigestStore.Due> waiting =
                instance.database().read(tx -> store.due(tx, instance.clock().millis(), FormLimits.DIGESTS_AT_ONCE));
        instance.mailer().sendDue(waiting, "submissions", this::send);
    }

    /** The instance that deletes the row sends the digest; a failure after that costs one mail, never submissions. */
    private void send(DigestStore.Due due) {
        List<String> rows = instance.database().write(tx -> store.take(tx, due, FormLimits.DIGEST_ROWS_MAX + 1));
        if (rows.isEmpty() || instance.mailer().isOff()) {
            return;
        }
        projects.find(due.projectId()).ifPresent(project -> {
            String subject = "New submissions: " + due.modelId() + " in " + project.name();
            String text = text(rows);
            List<String> admins = instance.database().read(tx -> workspaces.adminAddresses(tx, project.workspaceId()));
            String html = "<pre>" + Page.escape(text) + "</pre>\n";
            instance.mailer().sendEach(admins, "submissions", to -> new Mail(to, subject, text, html));
        });
    }

    private static String text(List<String> rows) {
        StringBuilder text = new StringBuilder();
        rows.stream().limit(FormLimits.DIGEST_ROWS_MAX).map(Json::parse).forEach(row -> {
            row.propertyStream()
                    .forEach(field -> text.append(field.getKey())
                            .append(": ")
                            .append(shown(field.getValue()))
                            .append('\n'));
            text.append('\n');
        });
        return rows.size() > FormLimits.DIGEST_ROWS_MAX
                ? text.append("... and more\n").toString()
                : text.toString();
    }

    /** A value as it is shown in a mail: short, on one line, and with nothing that a mail program would make a link. */
    private static String shown(JsonNode value) {
        String text = value.isString() ? value.stringValue() : value.toString();
        String line = text.replaceAll("\\s+", " ").replace("://", ": //").replace("www.", "www .");
        return line.length() > FormLimits.DIGEST_VALUE_CHARS_MAX
                ? line.substring(0, FormLimits.DIGEST_VALUE_CHARS_MAX) + "..."
                : line;
    }
}
