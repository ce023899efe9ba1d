package cms.review.submit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** The part of a branch name that names the change's subject: {@code cr/<pieces>/<unix>-<suffix>} (reference 2.6). */
public record BranchTopic(List<String> pieces) {
    /** Stands for a model whose id does not fit into the name of a branch. */
    public static final String UNNAMED = "_";

    /** Model ids that fit into the name of a branch; ids that were pushed may have other characters, or be too long. */
    private static final Pattern FITTING =
            Pattern.compile("(?!.*\\.\\.)(?!.*\\.lock$)[\\p{L}\\p{N}_-](?:[\\p{L}\\p{N}._-]{0,128}[\\p{L}\\p{N}_-])?");

    /** A file system holds 255 bytes a name, and clients keep a ref in a file. */
    private static final int BYTES_MAX = 130;

    public BranchTopic {
        pieces = List.copyOf(pieces);
    }

    /** {@code cr/content/<model>/<locale>/...}. */
    public static BranchTopic content(String modelId, String locale) {
        return new BranchTopic(List.of("content", piece(modelId), locale));
    }

    /** {@code cr/content/<model>/...}: copies between locales and remote tools. */
    public static BranchTopic content(String modelId) {
        return new BranchTopic(List.of("content", piece(modelId)));
    }

    /** {@code cr/model/<model>/...}. */
    public static BranchTopic model(String modelId) {
        return new BranchTopic(List.of("model", piece(modelId)));
    }

    /** {@code cr/content/config/...}. */
    public static BranchTopic config() {
        return new BranchTopic(List.of("content", "config"));
    }

    /** {@code cr/content/vocabulary/...}. */
    public static BranchTopic vocabulary() {
        return new BranchTopic(List.of("content", "vocabulary"));
    }

    /** {@code cr/new/init/...}. */
    public static BranchTopic init() {
        return new BranchTopic(List.of("new", "init"));
    }

    private static String piece(String modelId) {
        boolean fits = modelId.getBytes(StandardCharsets.UTF_8).length <= BYTES_MAX
                && FITTING.matcher(modelId).matches();
        return fits ? modelId : UNNAMED;
    }
}
