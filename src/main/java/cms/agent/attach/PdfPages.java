package cms.agent.attach;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how many pages a PDF says that it has: the count at the root of its page tree (ISO 32000-2, 7.7.3). */
final class PdfPages {
    private static final String TYPE = "/Pages";
    private static final Pattern TREE = Pattern.compile("/Type\\s{0,9}/Pages\\b");
    private static final Pattern COUNT = Pattern.compile("/Count\\s{0,9}(\\d{1,9}+)(?!\\s{1,9}\\d{1,9}\\s{1,9}R)");

    private int pages;

    private PdfPages() {}

    /**
     * The stated number of pages.
     *
     * @return 0 where none is found, as in an encrypted file: what the model's vendor makes of that, it says itself
     */
    static int count(byte[] file) {
        PdfPages counted = new PdfPages();
        PdfObjects.walk(file, counted::look);
        return counted.pages;
    }

    /** A file that was changed has its newest page tree last. */
    private void look(String object) {
        if (object.contains(TYPE)
                && !object.contains("/Parent")
                && TREE.matcher(object).find()) {
            Matcher count = COUNT.matcher(object);
            pages = count.find() ? Integer.parseInt(count.group(1)) : pages;
        }
    }
}
