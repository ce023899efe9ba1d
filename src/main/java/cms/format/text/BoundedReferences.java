package cms.format.text;

import java.util.List;
import java.util.Set;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.parser.InlineParserContext;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.LinkProcessor;
import org.commonmark.parser.delimiter.DelimiterProcessor;
import org.jspecify.annotations.Nullable;

/**
 * Link definitions of one text, as long as the addresses and titles that replace their names stay within a limit: four
 * characters can name an address of fifty thousand, so that a short text would become gigabytes. Names beyond the limit
 * stay text.
 */
final class BoundedReferences implements InlineParserContext {
    /** Most characters that all names of a text may be replaced by: more than the addresses of any book. */
    static final int CHARS_MAX = 1 << 20;

    private final InlineParserContext usual;
    private int chars;

    BoundedReferences(InlineParserContext usual) {
        this.usual = usual;
    }

    @Override
    @SuppressWarnings("deprecation") // The interface still has it, without a way of its own.
    public @Nullable LinkReferenceDefinition getLinkReferenceDefinition(String label) {
        return bounded(usual.getLinkReferenceDefinition(label));
    }

    @Override
    public <D> @Nullable D getDefinition(Class<D> type, String label) {
        D found = usual.getDefinition(type, label);
        return found instanceof LinkReferenceDefinition link && bounded(link) == null ? null : found;
    }

    private @Nullable LinkReferenceDefinition bounded(@Nullable LinkReferenceDefinition found) {
        if (found == null) {
            return null;
        }
        int more = length(found.getDestination()) + length(found.getTitle());
        if (more > CHARS_MAX - chars) {
            return null;
        }
        chars += more;
        return found;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    @Override
    public List<InlineContentParserFactory> getCustomInlineContentParserFactories() {
        return usual.getCustomInlineContentParserFactories();
    }

    @Override
    public List<DelimiterProcessor> getCustomDelimiterProcessors() {
        return usual.getCustomDelimiterProcessors();
    }

    @Override
    public List<LinkProcessor> getCustomLinkProcessors() {
        return usual.getCustomLinkProcessors();
    }

    @Override
    public Set<Character> getCustomLinkMarkers() {
        return usual.getCustomLinkMarkers();
    }

    @Override
    public int getMaxInlineNesting() {
        return usual.getMaxInlineNesting();
    }
}
