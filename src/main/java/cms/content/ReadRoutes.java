package cms.content;

import cms.access.Capability;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.snapshot.EntityTags;
import cms.content.write.RequestCall;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.format.language.SiteApi;
import cms.format.language.TypeScript;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.ProjectAccess;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Routes that answer models, entries and the configuration one by one, each with the entity tag that {@code If-Match}
 * takes; a list has a tag of its own, for {@code If-None-Match} alone. Callers get only the models and locales that
 * they may see.
 */
final class ReadRoutes {
    private static final String MODELS = RequestCall.PROJECT + "/models";
    private static final String CONTENT = RequestCall.PROJECT + "/content/{modelId}";
    private static final String AT = "{?at}";
    private static final String DELIVERED = "/api/cdn/v1/";
    private static final int PAGE = 50;
    private static final int LISTED_MAX = 100;
    private static final int LIST_TAG_CHARS = 32;

    private final Access access;
    private final Contents contents;

    ReadRoutes(Access access, Contents contents) {
        this.access = access;
        this.contents = contents;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.CONTENT_READS.rate())
                .get(MODELS + AT, this::models)
                .get(MODELS + "/{modelId}" + AT, this::model)
                .get(RequestCall.PROJECT + "/config" + AT, this::config)
                .get(RequestCall.PROJECT + "/types.ts" + AT, this::types)
                .get(RequestCall.PROJECT + "/openapi.json" + AT, this::openApi)
                .get(CONTENT + "{?at,locale,ids,search,status,fields,cursor,limit}", this::entries)
                .get(CONTENT + "/{entryId}{?at,locale}", this::entry);
    }

    private Answer models(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        ObjectNode json = Json.object();
        ArrayNode models = json.putArray("models");
        inTurn(request, place, () -> contents.models(place, request.query("at")))
                .forEach(model -> models.add(model.raw()));
        return listed(request, json);
    }

    private Answer model(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        String id = request.pathParameter("modelId");
        ModelDefinition found = inTurn(request, place, () -> contents.models(place, request.query("at"))).stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Failure.notFound("There is no such model in this project."));
        return tagged(request, Json.object().set("model", found.raw()), EntityTags.of(found.raw()));
    }

    private Answer config(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        ObjectNode config = inTurn(request, place, () -> contents.config(place, request.query("at")))
                .raw();
        return tagged(request, Json.object().set("config", config), EntityTags.of(config));
    }

    /** TypeScript types of the models and locales; NOT_FOUND for a project without a configuration. */
    private Answer types(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        Optional<String> at = request.query("at");
        String module = inTurn(
                request,
                place,
                () -> TypeScript.module(
                        contents.models(place, at), contents.config(place, at).supportedLocales()));
        String tag = Hashes.sha256Hex(module).substring(0, LIST_TAG_CHARS);
        return Conditional.answer(
                request, "\"" + tag + "\"", () -> Answer.text("text/typescript; charset=utf-8", module));
    }

    /**
     * The OpenAPI document of the delivery routes from which a website reads this project, without models that the
     * caller may not see.
     */
    private Answer openApi(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        Optional<String> at = request.query("at");
        ObjectNode document = inTurn(
                request,
                place,
                () -> SiteApi.of(
                        contents.models(place, at),
                        contents.config(place, at).supportedLocales(),
                        DELIVERED + place.project().id()));
        return listed(request, document);
    }

    private static <T> T inTurn(Request request, ProjectAccess place, Supplier<T> work) {
        return inTurn(request, place, Optional.empty(), work);
    }

    /**
     * Does work in the line of computations where it may take long: another commit than the newest may have to be read
     * whole first, and a search looks at every text.
     */
    private static <T> T inTurn(Request request, ProjectAccess place, Optional<String> search, Supplier<T> work) {
        return request.query("at").isPresent() || search.isPresent()
                ? request.compute(place.project().workspaceId(), work)
                : work.get();
    }

    private Answer entries(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        String model = request.pathParameter("modelId");
        EntryQuery query = new EntryQuery(
                request.query("at"),
                model,
                request.query("locale"),
                names(request, "ids"),
                request.query("search"),
                status(request),
                names(request, "fields"),
                request.query("cursor"),
                request.number("limit", PAGE, EntryQuery.LIMIT_MAX));
        EntryPage page = inTurn(request, place, query.search(), () -> contents.list(place, query));
        ObjectNode json = Json.object()
                .put("commit", page.commit().sha())
                .put("model", model)
                .put("locale", page.locale())
                .put("total", page.total())
                .put("next", page.next().orElse(null));
        ArrayNode items = json.putArray("entries");
        page.entries().forEach(item -> items.add(described(item).put("etag", item.tag())));
        return listed(request, json);
    }

    /** Answers one entry. A singleton or dictionary, which has no ids, is named by the id of its model. */
    private Answer entry(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        String model = request.pathParameter("modelId");
        String id = request.pathParameter("entryId");
        EntryQuery query = new EntryQuery(
                request.query("at"),
                model,
                request.query("locale"),
                List.of(id),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                1);
        EntryPage page = inTurn(request, place, () -> contents.list(place, query));
        EntryPage.Item found = page.entries().stream()
                .filter(item -> item.id().equals(id) || (item.id().isEmpty() && id.equals(model)))
                .findFirst()
                .orElseThrow(() -> Failure.notFound("There is no such entry in this model and locale."));
        ObjectNode json = Json.object().put("model", model).put("locale", page.locale());
        json.setAll(described(found));
        return tagged(request, json, found.tag());
    }

    private static ObjectNode described(EntryPage.Item item) {
        ObjectNode json = Json.object();
        if (!item.id().isEmpty()) {
            json.put("id", item.id());
        }
        json.set("data", item.data());
        item.body().ifPresent(text -> json.put("body", text));
        json.set("meta", item.meta());
        return json;
    }

    private static List<String> names(Request request, String query) {
        List<String> named = request.query(query)
                .map(text -> Arrays.stream(text.split(",")).map(String::strip))
                .map(names -> names.filter(name -> !name.isEmpty()).distinct().toList())
                .orElse(List.of());
        if (named.size() > LISTED_MAX) {
            throw Failure.invalid("`" + query + "` may name at most " + LISTED_MAX + ", separated by commas.");
        }
        return named;
    }

    private static Optional<EntryStatus> status(Request request) {
        return request.query("status")
                .map(text -> EntryStatus.of(text)
                        .orElseThrow(() -> Failure.invalid(
                                "`status` must be draft, in_review, published, rejected or archived.")));
    }

    private static Answer listed(Request request, ObjectNode json) {
        return tagged(request, json, Hashes.sha256Hex(Json.text(json)).substring(0, LIST_TAG_CHARS));
    }

    private static Answer tagged(Request request, ObjectNode json, String tag) {
        return Conditional.answer(request, "\"" + tag + "\"", () -> Answer.json(json));
    }
}
