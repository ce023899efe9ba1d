package cms.githost.remote;

import cms.githost.provider.ScannedFiles;
import cms.githost.remote.api.ApiAnswer;
import cms.githost.remote.api.ApiCall;
import cms.githost.remote.api.HostApi;
import cms.githost.remote.api.Identity;
import cms.githost.remote.api.Refusal;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The files of a repository that is not fetched, read over the REST interface: one call for each folder that a scan
 * reads, one for each file.
 */
final class RemoteFiles implements ScannedFiles {
    /** The only folders that are read, so that a scan takes a handful of calls. */
    private static final Set<String> FOLDERS_LOOKED_INTO = Set.of("", ".cms", "src", "public");

    private final HostApi api;
    private final Identity as;
    private final String at;
    private final String rootTree;
    private final Map<String, Map<String, JsonNode>> folders = new HashMap<>();

    /** @param commitOrTree id of a commit or of its root tree */
    RemoteFiles(HostApi api, Identity as, String fullName, String commitOrTree) {
        this.api = api;
        this.as = as;
        this.at = HostJson.repos(fullName) + "/git";
        this.rootTree = commitOrTree;
    }

    @Override
    public boolean hasFolder(String path) {
        return is(path, "tree");
    }

    @Override
    public boolean hasFile(String path) {
        return is(path, "blob");
    }

    @Override
    public Optional<byte[]> read(String path, int bytesMax) {
        return entry(path)
                .filter(entry -> entry.path("type").asString("").equals("blob"))
                .filter(entry -> entry.path("size").asLong(0) <= bytesMax)
                .map(entry -> entry.path("sha").asString(""))
                .map(sha -> api.call(ApiCall.get(as, at + "/blobs/" + HostJson.segment(sha)))
                        .orFail())
                .filter(blob -> blob.path("encoding").asString("").equals("base64"))
                .map(blob -> Base64.getMimeDecoder().decode(blob.path("content").asString("")));
    }

    private boolean is(String path, String type) {
        return entry(path)
                .filter(entry -> entry.path("type").asString("").equals(type))
                .isPresent();
    }

    private Optional<JsonNode> entry(String path) {
        int slash = path.lastIndexOf('/');
        String folder = slash < 0 ? "" : path.substring(0, slash);
        return Optional.ofNullable(folder(folder).get(path.substring(slash + 1)));
    }

    private Map<String, JsonNode> folder(String path) {
        Map<String, JsonNode> known = folders.get(path);
        if (known != null) {
            return known;
        }
        Map<String, JsonNode> listed = new TreeMap<>();
        Optional<String> tree = path.isEmpty()
                ? Optional.of(rootTree)
                : entry(path)
                        .filter(entry -> entry.path("type").asString("").equals("tree"))
                        .map(entry -> entry.path("sha").asString(""));
        if (tree.isPresent() && FOLDERS_LOOKED_INTO.contains(path)) {
            ApiAnswer answer = api.call(ApiCall.get(as, at + "/trees/" + HostJson.segment(tree.get())));
            // An empty repository has no tree: 404, or 409 "Git Repository is empty".
            if (!answer.isRefused(Refusal.NOT_FOUND, Refusal.CONFLICT)) {
                answer.orFail()
                        .path("tree")
                        .forEach(entry -> listed.put(entry.path("path").asString(""), entry));
            }
        }
        folders.put(path, listed);
        return listed;
    }
}
