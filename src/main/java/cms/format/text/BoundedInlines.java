package cms.format.text;

import cms.platform.compute.Cancellation;
import org.commonmark.internal.InlineParserImpl;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.InlineParser;
import org.commonmark.parser.InlineParserContext;
import org.commonmark.parser.SourceLine;
import org.commonmark.parser.SourceLines;

/**
 * Parses the marks inside of one paragraph, heading or cell, or leaves it as bare text where there are too many: the
 * time to match opening and closing marks grows with the square of their number, to minutes for some hundred kilobytes.
 */
public final class BoundedInlines implements InlineParser {
    /** Most marks of one paragraph: more than a person writes, and some milliseconds of work. */
    static final int RUNS_MAX = 2_000;

    private final Cancellation cancellation = Cancellation.current();
    private final InlineParser usual;

    public BoundedInlines(InlineParserContext context) {
        this.usual = new InlineParserImpl(new BoundedReferences(context));
    }

    @Override
    public void parse(SourceLines lines, Node block) {
        cancellation.pause();
        if (runs(lines) <= RUNS_MAX) {
            usual.parse(lines, block);
            return;
        }
        for (SourceLine line : lines.getLines()) {
            if (block.getLastChild() != null) {
                block.appendChild(new SoftLineBreak());
            }
            block.appendChild(new Text(line.getContent().toString().strip()));
        }
    }

    /** Marks of emphasis and strikethrough that stand together count as one. */
    private static int runs(SourceLines lines) {
        int runs = 0;
        for (SourceLine line : lines.getLines()) {
            CharSequence content = line.getContent();
            char before = 0;
            for (int i = 0; i < content.length(); i++) {
                char c = content.charAt(i);
                runs += c != before && (c == '*' || c == '_' || c == '~') ? 1 : 0;
                before = c;
            }
        }
        return runs;
    }
}
