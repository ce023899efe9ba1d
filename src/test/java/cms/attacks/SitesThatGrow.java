package cms.attacks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** S1: pushes of some megabytes that a build would make gigabytes of: models, languages, and bundles of long texts. */
final class SitesThatGrow implements Attack {
    private static final int MODEL_BYTES = IS_LONG ? 6_000_000 : 2_000_000;
    private static final int MODELS = 15;
    private static final int TEXT_BYTES = IS_LONG ? 40_000_000 : 15_000_000;
    private static final int COLLECTIONS = 12;

    @Override
    public String name() {
        return "sites that grow";
    }

    @Override
    public void run(Target target) {
        assertThat(built(target, models())).contains(".cms/models/bomb-9.json");
        assertThat(built(target, texts())).contains("_bundle/en.json");
        assertThat(built(target, languages())).contains("more than 1,000 locales");
    }

    private static Map<String, byte[]> models() {
        Map<String, byte[]> files = new TreeMap<>();
        byte[] model = Texts.repeated("{\"kind\":\"singleton\",\"domain\":\"blog\",\"x\":[", "[],", "0]}", MODEL_BYTES);
        for (int number = 0; number < MODELS; number++) {
            files.put(".cms/models/bomb-" + number + ".json", model);
        }
        return files;
    }

    private static Map<String, byte[]> texts() {
        Map<String, byte[]> files = new TreeMap<>();
        byte[] entry = new byte[TEXT_BYTES];
        Arrays.fill(entry, (byte) 'a');
        byte[] start = "{\"a1b2c3d4e5f6\":{\"text\":\"".getBytes(StandardCharsets.UTF_8);
        byte[] end = "\"}}".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(start, 0, entry, 0, start.length);
        System.arraycopy(end, 0, entry, entry.length - end.length, end.length);
        for (int number = 0; number < COLLECTIONS; number++) {
            String id = "bomb-" + number;
            String model = "{\"id\":\"" + id
                    + "\",\"name\":\"Bomb\",\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":false,"
                    + "\"fields\":{\"text\":{\"type\":\"text\"}}}";
            files.put(".cms/models/" + id + ".json", model.getBytes(StandardCharsets.UTF_8));
            files.put(".cms/content/blog/" + id + "/data.json", entry);
            files.put(
                    ".cms/meta/" + id + "/data.json",
                    "{\"a1b2c3d4e5f6\":{\"status\":\"published\"}}".getBytes(StandardCharsets.UTF_8));
        }
        return files;
    }

    private static Map<String, byte[]> languages() {
        List<String> all = new ArrayList<>();
        for (String language : pairs('a')) {
            for (String region : pairs('A')) {
                all.add("\"" + language + "-" + region + "\"");
            }
        }
        String config = "{\"version\":1,\"stack\":\"other\",\"workflow\":\"auto-merge\",\"domains\":[\"blog\"],"
                + "\"locales\":{\"default\":\"en\",\"supported\":[\"en\"," + String.join(",", all) + "]}}";
        String model = "{\"id\":\"none\",\"name\":\"None\",\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":true,"
                + "\"fields\":{\"text\":{\"type\":\"text\"}}}";
        return Map.of(
                ".cms/config.json", config.getBytes(StandardCharsets.UTF_8),
                ".cms/models/none.json", model.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> pairs(char first) {
        List<String> pairs = new ArrayList<>();
        for (int one = 0; one < 26; one++) {
            for (int two = 0; two < 26; two++) {
                pairs.add("" + (char) (first + one) + (char) (first + two));
            }
        }
        return pairs;
    }

    /** What the build of a push says of what it left out, or why there is none. */
    private static String built(Target target, Map<String, byte[]> files) {
        Target.Project project = target.project();
        Path folder = project.git().folder();
        files.forEach((path, bytes) -> Target.write(folder.resolve(path), bytes));
        String sha = project.git().commit("grow");
        project.git().git("push", "--quiet", "origin", "HEAD");
        List<String> said = new ArrayList<>();
        eventually("the build of " + sha, () -> {
            JsonNode builds =
                    target.eve().http().get(project.p() + "/cdn/builds").is(200).json();
            builds.forEach(build -> {
                if (build.path("commit_sha").asString("").equals(sha) && build.hasNonNull("completed_at")) {
                    said.add(build.path("error_message").asString(""));
                }
            });
            return !said.isEmpty();
        });
        return said.getFirst();
    }
}
