package cms.format.language;

import cms.format.FieldDefinition;
import cms.format.FieldType;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.json.Json;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The models of a project as TypeScript: an interface for each, the delivered files of each kind, and a client of a few
 * lines. A member may be absent unless the model requires it and states no default, for defaults are not stored.
 */
public final class TypeScript {
    private static final int COMMENT_CHARS_MAX = 300;

    /** Names that the client below takes for itself. */
    private static final Set<String> TAKEN = Set.of(
            "Locale",
            "Models",
            "Collection",
            "Single",
            "Dictionary",
            "DocumentModel",
            "Ref",
            "AnyRef",
            "Page",
            "Files",
            "URLSearchParams",
            "Object",
            "Array",
            "String",
            "ReturnType",
            "Query",
            "Record",
            "Promise",
            "Error",
            "Partial");

    private final List<ModelDefinition> models;
    private final List<String> locales;
    private final Map<String, String> names;
    private final StringBuilder text = new StringBuilder();

    private TypeScript(Collection<ModelDefinition> models, List<String> locales) {
        this.models = models.stream()
                .sorted(Comparator.comparing(ModelDefinition::id))
                .toList();
        this.locales = locales;
        this.names = ModelNames.of(this.models, TAKEN);
    }

    /** One module without imports, which compiles under {@code --strict}. */
    public static String module(Collection<ModelDefinition> models, List<String> locales) {
        return new TypeScript(models, locales).print();
    }

    private String print() {
        text.append("""
            // The content of this project as types, made from its models by the service; fetch it again when they change.
            """);
        text.append("\nexport type Locale = ").append(union(locales)).append(";\n");
        for (ModelDefinition model : models) {
            comment("", model.description().orElse(model.name()));
            String name = names.get(model.id());
            if (model.kind() == ModelKind.DICTIONARY) {
                text.append("export type ").append(name).append(" = Record<string, string>;\n");
            } else {
                text.append("export interface ").append(name).append(" ");
                members(model.fields(), "");
                text.append("\n");
            }
        }
        text.append("\n/** Every model by its id. */\nexport interface Models {\n");
        names.forEach((id, name) ->
                text.append("  ").append(key(id)).append(": ").append(name).append(";\n"));
        text.append("}\n");
        kind("Collection", ModelKind.COLLECTION);
        kind("Single", ModelKind.SINGLETON);
        kind("Dictionary", ModelKind.DICTIONARY);
        kind("DocumentModel", ModelKind.DOCUMENT);
        text.append("\nconst translated: Record<keyof Models, boolean> = {\n");
        models.forEach(model -> text.append("  ")
                .append(key(model.id()))
                .append(": ")
                .append(model.i18n())
                .append(",\n"));
        text.append("};\n").append(CLIENT);
        return text.toString();
    }

    private void kind(String name, ModelKind kind) {
        List<String> ids = models.stream()
                .filter(model -> model.kind() == kind)
                .map(ModelDefinition::id)
                .toList();
        text.append("export type ")
                .append(name)
                .append(" = ")
                .append(union(ids))
                .append(";\n");
    }

    private void members(Map<String, FieldDefinition> fields, String indent) {
        text.append("{\n");
        fields.forEach((name, field) -> {
            String said = field.raw().path("description").asString("");
            if (!said.isBlank()) {
                comment(indent + "  ", said);
            }
            boolean always = field.required() && field.defaultValue().isEmpty();
            text.append(indent).append("  ").append(key(name)).append(always ? ": " : "?: ");
            type(field, indent + "  ");
            text.append(";\n");
        });
        text.append(indent).append("}");
    }

    private void type(FieldDefinition field, String indent) {
        switch (field.type().map(FieldType::stored).orElse(null)) {
            case null -> text.append("unknown");
            case TEXT -> text.append("string");
            case NUMBER, INTEGER -> text.append("number");
            case BOOLEAN -> text.append("boolean");
            case CHOICE -> text.append(field.options().isEmpty() ? "string" : union(field.options()));
            case REFERENCE -> text.append(reference(field));
            case REFERENCES -> text.append("(").append(reference(field)).append(")[]");
            case LIST -> {
                text.append("(");
                field.items().ifPresentOrElse(items -> type(items, indent), () -> text.append("unknown"));
                text.append(")[]");
            }
            case GROUP -> members(field.fields(), indent);
        }
    }

    private String reference(FieldDefinition field) {
        List<String> known = field.models().stream().filter(names::containsKey).toList();
        if (known.isEmpty()) {
            return field.polymorphic() ? "{ model: string; ref: string }" : "string";
        }
        return (field.polymorphic() ? "AnyRef<" : "Ref<") + union(known) + ">";
    }

    private void comment(String indent, String said) {
        String line = said.replace("*/", "*\\/").replaceAll("\\s+", " ").strip();
        String cut = line.length() > COMMENT_CHARS_MAX ? line.substring(0, COMMENT_CHARS_MAX) + "…" : line;
        text.append(indent.isEmpty() ? "\n" : "")
                .append(indent)
                .append("/** ")
                .append(cut)
                .append(" */\n");
    }

    private static String union(List<String> words) {
        return words.isEmpty()
                ? "never"
                : words.stream().map(Json::text).distinct().collect(Collectors.joining(" | "));
    }

    private static String key(String name) {
        return ModelNames.isPlain(name) ? name : Json.text(name);
    }

    private static final String CLIENT = """

        /** The id of an entry, or the slug of a document, of one of these models. */
        export type Ref<M extends keyof Models> = string & { readonly __model?: M };
        /** A relation that may lead into several models. */
        export type AnyRef<M extends keyof Models> = { [K in M]: { model: K; ref: Ref<K> } }[M];

        export interface Query {
          filter?: string | string[];
          sort?: string;
          fields?: string;
          limit?: number;
          cursor?: string;
          /** Relation fields to follow; what they lead to is in `included`. */
          include?: string;
          fallback?: string;
        }

        export interface Page<M extends keyof Models> {
          items: { id: string; locale: string; data: Models[M] }[];
          total: number;
          nextCursor: string | null;
          included: { [K in keyof Models]?: Record<string, Models[K]> };
        }

        /** Reads delivered content with a key of the scope `delivery`. `base` is the address of the service. */
        export function createClient(base: string, projectId: string, apiKey: string, send: typeof fetch = fetch) {
          const get = reader(`${base}/api/cdn/v1/${projectId}/`, { Authorization: `Bearer ${apiKey}` }, send);
          return {
            ...files(get),
            query: <M extends keyof Models>(model: M, locale: Locale, query: Query = {}) => {
              const words = new URLSearchParams();
              for (const [name, value] of Object.entries(query)) {
                for (const one of Array.isArray(value) ? value : [value]) words.append(name, String(one));
              }
              return get<Page<M>>(`query/${model}/${locale}?${words}`);
            },
          };
        }

        /** The same files with drafts, and no queries. `url` is that of a preview; it needs no key. */
        export function createPreview(url: string, send: typeof fetch = fetch) {
          return files(reader(url, {}, send));
        }

        /** The reads of files that a client and a preview share. */
        export type Files = ReturnType<typeof createPreview>;

        function reader(root: string, headers: Record<string, string>, send: typeof fetch) {
          return async <T>(path: string): Promise<T> => {
            const answer = await send(root + path, { headers });
            if (!answer.ok) throw new Error(`${answer.status} for ${path}`);
            return (await answer.json()) as T;
          };
        }

        function files(get: <T>(path: string) => Promise<T>) {
          const file = (model: keyof Models, locale: Locale) => (translated[model] ? locale : "data");
          return {
            entries: <M extends Collection>(model: M, locale: Locale) =>
              get<Record<string, Models[M]>>(`content/${model}/${file(model, locale)}.json`),
            single: <M extends Single | Dictionary>(model: M, locale: Locale) =>
              get<Models[M]>(`content/${model}/${file(model, locale)}.json`),
            documents: <M extends DocumentModel>(model: M, locale: Locale) =>
              get<(Models[M] & { slug: string; excerpt: string })[]>(`documents/${model}/_index/${file(model, locale)}.json`),
            document: <M extends DocumentModel>(model: M, slug: string, locale: Locale) =>
              get<{ frontmatter: Models[M] & { slug: string }; body: string; html: string }>(
                `documents/${model}/${encodeURIComponent(slug)}/${file(model, locale)}.json`,
              ),
          };
        }
        """;
}
