package cms.format.text;

import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
import java.util.Iterator;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads one YAML 1.2 mapping with the core schema into a JSON tree.
 *
 * <p>Aliases, tags, keys that are not scalars, repeated members, and absurd depth or size are refused, so that a small
 * text cannot become a large value.
 */
public final class YamlReader {
    /** Levels of maps and lists. */
    public static final int DEPTH_MAX = 100;

    /** Characters of one text. */
    public static final int CHARS_MAX = 4 * 1024 * 1024;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Iterator<Event> events;
    private final int firstLine;
    private final ValueBudget budget;

    private YamlReader(Iterator<Event> events, int firstLine, ValueBudget budget) {
        this.budget = budget;
        this.events = events;
        this.firstLine = firstLine;
    }

    /**
     * The members in the order of the text; an empty text is an empty mapping.
     *
     * @param firstLine the number of the text's first line in its file, for errors
     * @param budget charged with every value before anything is made of it
     */
    public static ObjectNode read(String yaml, int firstLine, ValueBudget budget) throws MalformedText {
        if (yaml.length() > CHARS_MAX) {
            throw new MalformedText(0, "The frontmatter is longer than " + CHARS_MAX + " characters.");
        }
        try {
            ObjectNode plain = PlainYaml.read(yaml, budget);
            if (plain == null) {
                return parsed(yaml, firstLine, budget);
            }
            Writable.check(plain);
            return plain;
        } catch (TooManyValues tooMany) {
            throw JsonReader.tooMany(tooMany);
        }
    }

    /** Like {@link #read}, by the parser, whatever the text. */
    static ObjectNode parsed(String yaml, int firstLine, ValueBudget budget) throws MalformedText {
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(CHARS_MAX)
                .setMaxAliasesForCollections(0)
                .build();
        try {
            return new YamlReader(new Parse(settings).parseString(yaml).iterator(), firstLine, budget).document();
        } catch (MarkedYamlEngineException malformed) {
            int line = malformed
                    .getProblemMark()
                    .map(mark -> mark.getLine() + firstLine)
                    .orElse(0);
            throw new MalformedText(line, "The frontmatter is not well-formed YAML.");
        } catch (YamlEngineException malformed) {
            throw new MalformedText(0, "The frontmatter is not well-formed YAML.");
        }
    }

    private ObjectNode document() throws MalformedText {
        events.next();
        Event first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            return NODES.objectNode();
        }
        JsonNode root = value(events.next(), 0);
        events.next();
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw malformed(after, "The frontmatter holds more than one document.");
        }
        Writable.check(root);
        if (root instanceof ObjectNode members) {
            return members;
        }
        if (root.isNull()) {
            return NODES.objectNode();
        }
        throw malformed(first, "The frontmatter is not a mapping of names to values.");
    }

    private JsonNode value(Event event, int depth) throws MalformedText {
        if (depth > DEPTH_MAX) {
            throw malformed(event, "The frontmatter is nested more than " + DEPTH_MAX + " levels deep.");
        }
        if (event instanceof CollectionStartEvent start
                && !isPlainTag(start.getTag().orElse(""))) {
            throw malformed(event, "The frontmatter uses a tag; plain values only.");
        }
        return switch (event.getEventId()) {
            case MappingStart -> mapping(depth);
            case SequenceStart -> sequence(depth);
            case Scalar -> scalar((ScalarEvent) event);
            case Alias ->
                throw malformed(event, "The frontmatter uses the alias *" + alias(event) + "; write the value.");
            case Comment, DocumentEnd, DocumentStart, MappingEnd, SequenceEnd, StreamEnd, StreamStart ->
                throw malformed(event, "The frontmatter ends in the middle of a value.");
        };
    }

    private ObjectNode mapping(int depth) throws MalformedText {
        budget.object();
        ObjectNode members = NODES.objectNode();
        for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
            if (!(key instanceof ScalarEvent name)) {
                throw malformed(key, "A name in the frontmatter is not a plain word.");
            }
            budget.member();
            JsonNode value = value(events.next(), depth + 1);
            if (members.has(name.getValue())) {
                throw malformed(key, "A member stands twice in the frontmatter.");
            }
            members.set(name.getValue(), value);
        }
        return members;
    }

    private ArrayNode sequence(int depth) throws MalformedText {
        budget.list();
        ArrayNode items = NODES.arrayNode();
        for (Event item = events.next(); item.getEventId() != Event.ID.SequenceEnd; item = events.next()) {
            items.add(value(item, depth + 1));
        }
        return items;
    }

    private JsonNode scalar(ScalarEvent scalar) throws MalformedText {
        if (!isPlainTag(scalar.getTag().orElse(""))) {
            throw malformed(scalar, "The frontmatter uses a tag; plain values only.");
        }
        budget.string();
        return scalar.isPlain() ? YamlScalar.resolve(scalar.getValue()) : NODES.stringNode(scalar.getValue());
    }

    private static boolean isPlainTag(String tag) {
        return tag.isEmpty();
    }

    private static String alias(Event event) {
        return event instanceof AliasEvent alias ? alias.getAlias().getValue() : "";
    }

    private MalformedText malformed(Event event, String message) {
        return new MalformedText(
                event.getStartMark().map(mark -> mark.getLine() + firstLine).orElse(0), message);
    }
}
