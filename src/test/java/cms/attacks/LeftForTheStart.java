package cms.attacks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * S1 and S4: what a start after a kill finds unread: of JSON one project for each kind, of documents one with all of
 * them, and one for each pattern that keeps much. The files are as long as it takes to be too much.
 */
final class LeftForTheStart {
    private static final int FILE_BYTES = 8_000_000;
    private static final int DOCUMENT_CHARS = 1_000_000;

    private LeftForTheStart() {}

    /** Pushes them; answers with how many projects there are. */
    static int push(Target target) throws Exception {
        for (Map.Entry<String, String> kind : Texts.json().entrySet()) {
            ManyValuesInFiles.push(target, kind.getKey(), kind.getValue(), FILE_BYTES);
        }
        Target.Project documents = target.project();
        Path guides = documents.git().folder().resolve(".cms/content/blog/guides");
        AtomicInteger number = new AtomicInteger();
        Texts.documents(DOCUMENT_CHARS)
                .values()
                .forEach(text -> Target.write(
                        guides.resolve("bomb" + number.incrementAndGet() + "/en.md"),
                        text.getBytes(StandardCharsets.UTF_8)));
        documents.git().commit("documents");
        documents.git().git("push", "--quiet", "origin", "HEAD");
        return Texts.json().size() + 1 + PatternsThatKeep.pushEach(target);
    }
}
