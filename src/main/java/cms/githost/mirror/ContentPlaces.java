package cms.githost.mirror;

import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.FormatLimits;
import cms.format.ModelDefinition;
import cms.git.Repositories;
import cms.git.Tree;
import cms.platform.failure.Failure;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Finds the folders of content: every {@code .cms/}, and the folders that its models name. */
final class ContentPlaces implements Repositories.ContentFolders {
    private static final String HOME = ".cms/";
    private static final String JSON = ".json";

    private final int filesMax;

    /** @param filesMax a repository with more is refused */
    ContentPlaces(int filesMax) {
        this.filesMax = filesMax;
    }

    @Override
    public Set<String> homes(Tree tip) {
        Set<String> homes = new HashSet<>();
        int[] files = new int[1];
        tip.walk("", entry -> {
            if (++files[0] > filesMax) { // at once: trees that name one another become any number of files
                throw Failure.unprocessable("The repository has too many files; at most " + filesMax
                                + " are taken. Remove some, or raise CMS_GIT_HOST_FILES_MAX.")
                        .withCode("git_host.repository_too_large");
            }
            int at = entry.path().startsWith(HOME) ? 0 : entry.path().indexOf("/" + HOME) + 1;
            if (at > 0 || entry.path().startsWith(HOME)) {
                homes.add(entry.path().substring(0, at + HOME.length() - 1));
            }
        });
        return homes;
    }

    @Override
    public Set<String> further(Tree tip, Set<String> homes) {
        Set<String> folders = new HashSet<>();
        for (String home : homes) {
            ContentPaths paths = ContentPaths.under(home.substring(0, home.length() - HOME.length() + 1));
            for (Tree.Entry entry : tip.entries(withoutSlash(paths.models()))) {
                if (entry.isFile() && entry.name().endsWith(JSON)) {
                    folder(tip, paths, entry).ifPresent(folders::add);
                }
            }
        }
        return folders;
    }

    private static Optional<String> folder(Tree tip, ContentPaths paths, Tree.Entry entry) {
        String id = entry.name().substring(0, entry.name().length() - JSON.length());
        try {
            byte[] bytes = tip.read(entry.blob(), FormatLimits.FILE_BYTES_MAX);
            return ContentFile.json(entry.path(), bytes) instanceof ContentFile.Json json
                    ? Optional.of(withoutSlash(paths.contentFolder(ModelDefinition.parse(id, json.members()))))
                    : Optional.empty();
        } catch (Failure tooLarge) {
            return Optional.empty(); // It is no model for anybody else either.
        }
    }

    private static String withoutSlash(String folder) {
        return folder.substring(0, folder.length() - 1);
    }
}
