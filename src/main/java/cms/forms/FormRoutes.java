package cms.forms;

import cms.forms.Intake.Fault;
import cms.forms.Intake.Reply;
import cms.forms.OpenForms.Open;
import cms.forms.Submission.Visitor;
import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Page;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.IdempotencyKey;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes that websites call: the fields of a form, and its submission (spec 4.14). */
final class FormRoutes {
    private static final String FORM = "/api/forms/v1/{projectId}/{modelId}";
    private static final int SEE_OTHER = 303;

    private final OpenForms forms;
    private final Intake intake;

    FormRoutes(OpenForms forms, Intake intake) {
        this.forms = forms;
        this.intake = intake;
    }

    void mount(Routes routes) {
        Routes.Group open = routes.on(Surface.PUBLIC).openTo(CrossOrigin.any("Content-Type", "Idempotency-Key"));
        open.limitedPerAddress(Limits.FORM_CONFIG.rate()).get(FORM + "/config{?others*}", this::config);
        open.limitedPerAddress(Limits.FORM_REQUESTS.rate())
                .taking(FormLimits.BODY_BYTES_MAX)
                .post(FORM + "/submit{?others*}", this::submit);
    }

    private Answer config(Request request) {
        Open open = require(request);
        Form form = open.form();
        ObjectNode json = Json.object().put("modelId", form.model().id());
        ObjectNode fields = json.putObject("fields");
        form.fields().forEach((name, field) -> {
            ObjectNode one =
                    fields.putObject(name).put("type", field.typeName()).put("required", field.required());
            if (!field.options().isEmpty()) {
                field.options().forEach(one.putArray("options")::add);
            }
        });
        boolean captcha = intake.asksCaptcha(open);
        json.put("captcha", captcha ? "turnstile" : null)
                .put("successMessage", form.successMessage())
                .put("honeypotField", form.hasHoneypot() ? "_hp" : null)
                .put("locale", open.newest().defaultLocale());
        String siteKey = intake.turnstile().siteKey();
        if (captcha && siteKey != null) {
            json.put("captchaSiteKey", siteKey);
        }
        return Answer.json(json);
    }

    /**
     * Takes a submission; its body is read only after it was counted against the rate of the form and the address. The
     * form is looked up again then: nothing of a project is held for a visitor whose body is waited for.
     */
    private Answer submit(Request request) {
        intake.countAgainstRate(require(request), request.address());
        SubmitRequest sent = SubmitRequest.parse(request);
        Open open = require(request);
        Optional<String> key = IdempotencyKey.sent(request);
        Visitor visitor = new Visitor(request.address(), header(request, "User-Agent"), header(request, "Referer"));
        Reply reply = intake.submit(open, sent, visitor, request.header("Origin"), key);
        return sent.isPlain() && isNavigation(request) ? page(reply) : Answer.json(json(reply));
    }

    private Open require(Request request) {
        return forms.require(request.pathParameter("projectId"), request.pathParameter("modelId"));
    }

    private static @org.jspecify.annotations.Nullable String header(Request request, String name) {
        return request.header(name)
                .map(text -> text.replaceAll("\\p{Cntrl}", ""))
                .map(text -> text.substring(0, Math.min(text.length(), FormLimits.HEADER_CHARS_MAX)))
                .orElse(null);
    }

    /** Whether a person's browser waits for a page; scripts ask with another mode. */
    private static boolean isNavigation(Request request) {
        return request.header("Sec-Fetch-Mode")
                .map(mode -> mode.equals("navigate"))
                .orElseGet(() -> request.header("Accept").orElse("").contains("text/html"));
    }

    private static ObjectNode json(Reply reply) {
        if (reply.faults().isEmpty()) {
            return Json.object()
                    .put("success", true)
                    .put("message", reply.form().successMessage());
        }
        ObjectNode json = Json.object().put("success", false);
        ArrayNode errors = json.putArray("errors");
        for (Fault fault : reply.faults()) {
            errors.addObject().put("field", fault.field()).put("message", fault.message());
        }
        return json;
    }

    private static Answer page(Reply reply) {
        Optional<String> next = reply.form().successUrl();
        if (!reply.faults().isEmpty()) {
            StringBuilder list = new StringBuilder("<h1>Please check the form</h1>\n<ul role=\"alert\">\n");
            reply.faults()
                    .forEach(fault -> list.append("<li>")
                            .append(Page.escape(fault.field() + ": " + fault.message()))
                            .append("</li>\n"));
            return Page.of("Please check the form", list.append("</ul>").toString())
                    .answer();
        }
        return next.map(url -> Answer.empty(SEE_OTHER).withHeader("Location", url))
                .orElseGet(
                        () -> Page.of("Sent", "<p>" + Page.escape(reply.form().successMessage()) + "</p>")
                                .answer());
    }
}
