package cms.agent.tools;

import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.media.Media;
import cms.platform.json.Json;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Answers that several tools of media share. */
final class MediaResults {
    private static final List<String> BRIEF =
            List.of("id", "filename", "contentType", "width", "height", "size", "alt", "tags", "originalPath", "url");

    private MediaResults() {}

    /** The result of {@code does}, or a failure where the installation has no media. */
    static ToolResult with(Work work, Function<Media, ToolResult> does) {
        return work.media()
                .map(does)
                .orElseGet(() -> ToolResult.failed(
                        "unavailable",
                        "This service keeps no media.",
                        "Tell the person; text fields can hold the address of a picture elsewhere."));
    }

    /** A dry run for an existing asset. */
    static ToolResult triedOn(Work work, Media media, String id) {
        media.asset(work.place(), id);
        return tried("assetId", id);
    }

    /** A dry run without file changes, because assets are not files of the repository. */
    static ToolResult tried(String member, String value) {
        ObjectNode tried = Json.object().put(member, value).put("dryRun", true);
        tried.putArray("diff");
        return ToolResult.of(tried);
    }

    /** The members of an asset that a model needs to choose among several. */
    static ObjectNode brief(ObjectNode asset) {
        ObjectNode shown = Json.object();
        BRIEF.stream().filter(asset::has).forEach(name -> shown.set(name, asset.get(name)));
        return shown.put("uses", asset.path("usedIn").size());
    }
}
