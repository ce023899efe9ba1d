package cms.content;

import cms.access.Capability;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.snapshot.EntityTags;
import cms.content.write.RequestCall;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.format.language.SiteApi;
import cms.format.language.TypeScript;
import cms.platform.compute.Turn;
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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
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

    /** Length of an answer up to which it is printed and hashed in some milliseconds, and what a value adds to it. */
    private static final long PRINTED_AT_ONCE_CHARS_MAX = 256 * 1024;

    private static final long VALUE_CHARS = 8;

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
        Reader reader = new Reader(request, place);
        ObjectNode json = Json.object();
        ArrayNode models = json.putArray("models");
        reader.models().forEach(model -> models.add(model.raw()));
        return listed(reader, json);
    }

    private Answer model(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        Reader reader = new Reader(request, place);
        String id = request.pathParameter("modelId");
        ObjectNode found = reader.models().stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Failure.notFound("There is no such model in this project."))
                .raw();
        String tag = reader.computed(found, () -> EntityTags.of(found));
        return tagged(reader, Json.object().set("model", found), tag);
    }

    private Answer config(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        Reader reader = new Reader(request, place);
        ObjectNode config = reader.config().raw();
        return tagged(reader, Json.object().set("config", config), EntityTags.of(config));
    }

    /** TypeScript types of the models and locales; NOT_FOUND for a project without a configuration. */
    private Answer types(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        Reader reader = new Reader(request, place);
        Tagged module = reader.run(() ->
                Tagged.of(TypeScript.module(reader.models(), reader.config().supportedLocales())
                        .getBytes(StandardCharsets.UTF_8)));
        return Conditional.answer(
                request, module.tag(), () -> Answer.bytes(200, "text/typescript; charset=utf-8", module.bytes()));
    }

    /**
     * The OpenAPI document of the delivery routes from which a website reads this project, without models that the
     * caller may not see.
     */
    private Answer openApi(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        Reader reader = new Reader(request, place);
        Tagged document = reader.run(() -> Tagged.of(Json.bytes(SiteApi.of(
                reader.models(),
                reader.config().supportedLocales(),
                DELIVERED + place.project().id()))));
        return Conditional.answer(request, document.tag(), () -> Answer.jsonBytes(document.bytes()));
    }

    /**
     * One request that reads content. What may take long is done in a computing turn: to read a commit that is not in
     * memory, to look at every text of a search, and to print much.
     */
    private final class Reader implements Turn {
        private final Request request;
        private final ProjectAccess place;
        private final Optional<String> at;

        Reader(Request request, ProjectAccess place) {
            this.request = request;
            this.place = place;
            this.at = request.query("at");
        }

        @Override
        public <T> T run(Supplier<T> piece) {
            return request.compute(place.project().workspaceId(), piece);
        }

        List<ModelDefinition> models() {
            return at.isPresent() ? run(() -> contents.models(place, at)) : contents.models(place, at, this);
        }

        ProjectConfig config() {
            return at.isPresent() ? run(() -> contents.config(place, at)) : contents.config(place, at, this);
        }

        EntryPage list(EntryQuery query) {
            return at.isPresent() || query.search().isPresent()
                    ? run(() -> contents.list(place, query))
                    : contents.list(place, query, this);
        }

        EntryPage.One entry(String model, Optional<String> locale, String id) {
            return at.isPresent()
                    ? run(() -> contents.entry(place, at, model, locale, id))
                    : contents.entry(place, model, locale, id, this);
        }

        /** The result of a computation that looks at all of a value. */
        <T> T computed(JsonNode value, Supplier<T> work) {
            return isLong(value) ? run(work) : work.get();
        }

        private static boolean isLong(JsonNode value) {
            return remaining(value, PRINTED_AT_ONCE_CHARS_MAX) < 0;
        }

        /** Subtracts the characters of a value from {@code chars}; negative when the value has more. */
        private static long remaining(JsonNode value, long chars) {
            long left = chars
                    - VALUE_CHARS
                    - (value.isString() ? value.stringValue().length() : 0);
            Iterator<JsonNode> inner = value.values().iterator();
            while (left >= 0 && inner.hasNext()) {
                left = remaining(inner.next(), left);
            }
            return left;
        }
    }

    /** A printed answer with the entity tag that its bytes have, in quotes. */
    private record Tagged(String tag, byte[] bytes) {
        static Tagged of(byte[] bytes) {
            return new Tagged(quoted(Hashes.sha256Hex(bytes).substring(0, LIST_TAG_CHARS)), bytes);
        }
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
        Reader reader = new Reader(request, place);
        EntryPage page = reader.list(query);
        ObjectNode json = Json.object()
                .put("commit", page.commit().sha())
                .put("model", model)
                .put("locale", page.locale())
                .put("total", page.total())
                .put("next", page.next().orElse(null));
        ArrayNode items = json.putArray("entries");
        page.entries().forEach(item -> items.add(described(item).put("etag", item.tag())));
        return listed(reader, json);
    }

    private Answer entry(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        String model = request.pathParameter("modelId");
        Reader reader = new Reader(request, place);
        EntryPage.One found = reader.entry(model, request.query("locale"), request.pathParameter("entryId"));
        ObjectNode json = Json.object().put("model", model).put("locale", found.locale());
        json.setAll(described(found.item()));
        return tagged(reader, json, found.item().tag());
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

    private static Answer listed(Reader reader, ObjectNode json) {
        Tagged printed = reader.computed(json, () -> Tagged.of(Json.bytes(json)));
        return Conditional.answer(reader.request, printed.tag(), () -> Answer.jsonBytes(printed.bytes()));
    }

    private static Answer tagged(Reader reader, ObjectNode json, String tag) {
        return Conditional.answer(
                reader.request, quoted(tag), () -> Answer.jsonBytes(reader.computed(json, () -> Json.bytes(json))));
    }

    private static String quoted(String tag) {
        return '"' + tag + '"';
    }
}
