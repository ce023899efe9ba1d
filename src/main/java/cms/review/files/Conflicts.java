package cms.review.files;

import cms.format.merge.Conflict;
import cms.git.MergeResult;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Values that clash, as an answer shows them (design 5). */
public final class Conflicts {
    private static final String CODE = "content.conflict";

    private Conflicts() {}

    public static Failure failure(MergeResult.Conflicted conflicted) {
        List<ObjectNode> list = new ArrayList<>();
        for (MergeResult.Conflict conflict : conflicted.conflicts()) {
            boolean named = false;
            for (Object detail : conflict.details()) {
                if (detail instanceof Conflict value) {
                    list.add(value.json());
                    named = true;
                }
            }
            if (!named) {
                list.add(wholeFile(conflict.path()));
            }
        }
        return Failure.conflict("The change and what has landed since it was made set the same values differently;"
                        + " decide about the values listed in `data.conflicts`.")
                .withCode(CODE)
                .withData(Map.of("conflicts", list));
    }

    private static ObjectNode wholeFile(String path) {
        return Json.object()
                .put("path", path)
                .putNull("model")
                .putNull("locale")
                .putNull("entry")
                .putNull("field")
                .putNull("base")
                .putNull("ours")
                .putNull("theirs");
    }
}
