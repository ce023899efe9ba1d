package cms.githost.provider;

import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The starter templates that come with the service, as readable files among the resources. */
public final class Templates {
    private static final NavigableSet<String> NAMES = new TreeSet<>(List.of("starters/blank", "starters/blog"));
    private static final String FOLDER = "/templates/";

    private Templates() {}

    /** The files of a template; {@code NOT_FOUND} for a name that is not one of the shipped ones. */
    public static ChangeSet files(String template) {
        ChangeSet.Builder files = ChangeSet.builder();
        texts(template).forEach(files::put);
        return files.build();
    }

    /** The files as text by path, in the order of the list; {@code NOT_FOUND} as above. */
    public static Map<String, String> texts(String template) {
        if (!NAMES.contains(template)) {
            throw unknown();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (String path : paths(template)) {
            byte[] content = read(FOLDER + template + "/" + resourceName(path));
            texts.put(path, new String(content, StandardCharsets.UTF_8));
        }
        return texts;
    }

    public static boolean isShipped(String template) {
        return NAMES.contains(template);
    }

    public static Failure unknown() {
        return Failure.notFound("There is no such template; use " + String.join(" or ", NAMES) + ".")
                .withData(Map.of("templates", List.copyOf(NAMES)));
    }

    /** The paths of a template, from its own list, because a jar cannot be listed in every packaging. */
    static List<String> paths(String template) {
        return new String(read(FOLDER + template + "/files.txt"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** Name of the resource of a file: build tools leave out {@code .gitignore}, so it is stored without its dot. */
    private static String resourceName(String path) {
        return path.equals(".gitignore") ? "gitignore" : path;
    }

    private static byte[] read(String resource) {
        try (InputStream in = Templates.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The template file " + resource + " is missing.");
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
