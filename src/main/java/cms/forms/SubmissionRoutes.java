package cms.forms;

import cms.access.Capability;
import cms.auth.Caller;
import cms.content.api.Finding;
import cms.forms.Submission.Unread;
import cms.forms.export.Export;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.ProjectAccess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for members' work with submissions (spec 4.14, reference 3.7). */
final class SubmissionRoutes {
    private static final String ROWS = "/api/workspaces/{workspaceId}/projects/{projectId}/forms/{modelId}/submissions";
    private static final String ROW = ROWS + "/{submissionId}";
    private static final Instant END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z");

    private final Access access;
    private final Forms forms;

    SubmissionRoutes(Access access, Forms forms) {
        this.access = access;
        this.forms = forms;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.FORM_EXPORT.rate())
                .get(ROWS + "/export{?format,status,since,until}", this::export);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.CONTENT_READS.rate())
                .get(ROWS + "{?status,page,limit,sort}", this::list);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.CONTENT_WRITES.rate())
                .post(ROWS + "/bulk", Audit.byActed(), this::bulk)
                .patch(ROW, Audit.byActed(), this::decide)
                .delete(ROW, Audit.byActed(), this::delete);
    }

    private Answer list(Request request) {
        ProjectAccess place = place(request, Capability.READ_SUBMISSIONS);
        SubmissionStatus status =
                request.query("status").map(SubmissionStatus::parse).orElse(SubmissionStatus.PENDING);
        String sort = request.query("sort").orElse("newest");
        if (!sort.equals("newest") && !sort.equals("oldest")) {
            throw Failure.invalid("`sort` must be newest or oldest.");
        }
        long page = request.number("page", 1, FormLimits.PAGE_MAX);
        int limit = request.number("limit", FormLimits.PAGE_ROWS, FormLimits.PAGE_ROWS_MAX);
        Forms.Listed listed = forms.list(
                place, modelId(request), new Forms.Criteria(status, sort.equals("newest"), limit, (page - 1) * limit));
        if (!listed.further().isEmpty()) {
            return Answer.streamed("application/json; charset=utf-8", out -> write(out, place, request, listed));
        }
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("submissions");
        listed.submissions().forEach(row -> rows.add(row.json()));
        return Answer.json(json.put("total", listed.total()));
    }

    /** Writes a page of long submissions, of which only some are in memory at a time. */
    private void write(OutputStream out, ProjectAccess place, Request request, Forms.Listed listed) throws IOException {
        String before = "{\"submissions\":[";
        List<Submission> read = listed.submissions();
        List<Unread> further = listed.further();
        while (true) {
            for (Submission row : read) {
                out.write((before + Json.text(row.json())).getBytes(StandardCharsets.UTF_8));
                before = ",";
            }
            if (further.isEmpty()) {
                break;
            }
            List<Unread> slice = Unread.slice(further);
            read = forms.read(place, modelId(request), slice);
            further = further.subList(slice.size(), further.size());
        }
        out.write(("],\"total\":" + listed.total() + "}").getBytes(StandardCharsets.UTF_8));
    }

    private Answer export(Request request) {
        ProjectAccess place = place(request, Capability.READ_SUBMISSIONS);
        String modelId = modelId(request);
        Forms.Span span = new Forms.Span(
                request.query("status").map(SubmissionStatus::parse),
                instant(request, "since", Instant.EPOCH),
                instant(request, "until", END_OF_TIME));
        String name = modelId + "-submissions";
        List<String> columns = forms.columns(place, modelId);
        Function<Optional<Submission>, List<Submission>> next = after -> forms.next(place, modelId, span, after);
        return switch (request.query("format").orElse("csv")) {
            case "csv" -> Export.csv(name, columns, new Export.Pages<>(next, SubmissionRoutes::parsed));
            case "ndjson" -> Export.lines(name, new Export.Pages<>(next, Submission::json));
            default -> throw Failure.invalid("`format` must be csv or ndjson.");
        };
    }

    private static ObjectNode parsed(Submission row) {
        ObjectNode json = row.json();
        json.set("data", row.values());
        return json;
    }

    private static Instant instant(Request request, String name, Instant otherwise) {
        return request.query(name)
                .map(text -> {
                    try {
                        return Instant.ofEpochMilli(
                                OffsetDateTime.parse(text).toInstant().toEpochMilli());
                    } catch (DateTimeException | ArithmeticException noInstant) {
                        throw Failure.invalid("`" + name + "` must be a time such as 2026-01-31T00:00:00Z.")
                                .causedBy(noInstant);
                    }
                })
                .orElse(otherwise);
    }

    private Answer decide(Request request) {
        ProjectAccess place = place(request, Capability.DECIDE_SUBMISSIONS);
        SubmissionStatus status = SubmissionStatus.decided(request.body().requiredText("status"));
        String id = request.pathParameter("submissionId");
        Submission row = status == SubmissionStatus.APPROVED
                ? approved(place, request, id)
                : forms.change(place, Caller.author(request), modelId(request), id, status);
        return Answer.json(row.json());
    }

    private Submission approved(ProjectAccess place, Request request, String id) {
        Forms.Decision decision = forms.approve(place, Caller.author(request), modelId(request), List.of(id))
                .getFirst();
        if (decision.row().isEmpty()) {
            throw SubmissionDecisions.noSubmission();
        }
        if (decision.skipped().isPresent()) {
            throw decision.skipped().get();
        }
        if (!decision.errors().isEmpty()) {
            throw Failure.unprocessable("The submission cannot become an entry: "
                            + decision.errors().getFirst().message())
                    .withCode("form.invalid_submission")
                    .withData(Map.of(
                            "errors",
                            decision.errors().stream().map(Finding::json).toList()));
        }
        return forms.find(place, modelId(request), id).orElseThrow(SubmissionDecisions::noSubmission);
    }

    private Answer delete(Request request) {
        ProjectAccess place = place(request, Capability.DELETE_SUBMISSIONS);
        List<String> wanted = List.of(request.pathParameter("submissionId"));
        if (forms.delete(place, Caller.author(request), modelId(request), wanted)
                .isEmpty()) {
            throw SubmissionDecisions.noSubmission();
        }
        return Answer.json(Map.of("deleted", true));
    }

    private Answer bulk(Request request) {
        ProjectAccess seen = place(request, Capability.READ_SUBMISSIONS);
        if (!seen.rights().may(Capability.DELETE_SUBMISSIONS)) {
            seen.requiring(Capability.DECIDE_SUBMISSIONS);
        }
        Body body = request.body();
        String action = body.requiredText("action");
        List<String> ids = body.texts("submissionIds")
                .orElseThrow(() -> Failure.invalid("`submissionIds` is required: a list of ids."));
        List<String> wanted = ids.stream().distinct().toList();
        return switch (action) {
            case "approve" -> approveAll(seen.requiring(Capability.DECIDE_SUBMISSIONS), request, wanted);
            case "reject" ->
                changeAll(seen.requiring(Capability.DECIDE_SUBMISSIONS), request, wanted, SubmissionStatus.REJECTED);
            case "spam" ->
                changeAll(seen.requiring(Capability.DECIDE_SUBMISSIONS), request, wanted, SubmissionStatus.SPAM);
            case "delete" -> deleteAll(seen.requiring(Capability.DELETE_SUBMISSIONS), request, wanted);
            default -> throw Failure.invalid("`action` must be approve, reject, spam or delete.");
        };
    }

    private Answer changeAll(ProjectAccess place, Request request, List<String> ids, SubmissionStatus status) {
        return Answer.json(
                Map.of("updated", forms.changeAll(place, Caller.author(request), modelId(request), ids, status)));
    }

    private Answer deleteAll(ProjectAccess place, Request request, List<String> ids) {
        List<String> deleted = forms.delete(place, Caller.author(request), modelId(request), ids);
        ObjectNode json = Json.object();
        ArrayNode results = json.putArray("results");
        for (String id : ids) {
            ObjectNode result = results.addObject().put("id", id).put("success", deleted.contains(id));
            if (!deleted.contains(id)) {
                result.put("error", SubmissionDecisions.noSubmission().message());
            }
        }
        return Answer.json(json.put("updated", deleted.size()));
    }

    private Answer approveAll(ProjectAccess place, Request request, List<String> ids) {
        ObjectNode json = Json.object();
        ArrayNode results = json.putArray("results");
        int updated = 0;
        for (Forms.Decision decision : forms.approve(place, Caller.author(request), modelId(request), ids)) {
            Optional<String> error = decision.error();
            ObjectNode result = results.addObject().put("id", decision.id()).put("success", error.isEmpty());
            if (error.isEmpty()) {
                result.put("entryId", Approval.entryId(decision.id()));
                updated++;
            } else {
                result.put("error", error.get());
            }
        }
        return Answer.json(json.put("updated", updated));
    }

    private ProjectAccess place(Request request, Capability capability) {
        ProjectAccess place = access.require(request, capability);
        place.models().require(modelId(request));
        return place;
    }

    private static String modelId(Request request) {
        return request.pathParameter("modelId");
    }
}
