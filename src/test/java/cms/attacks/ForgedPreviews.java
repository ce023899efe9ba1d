package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Links of previews with a letter changed, at another project, of another branch, and after their end. */
final class ForgedPreviews implements Attack {
    private static final String FILE = "models/_index.json";

    @Override
    public String name() {
        return "forged previews";
    }

    @Override
    public void run(Target target) {
        Target.Project project = target.project();
        Target.Project other = target.project();
        Http eve = target.eve().http();
        eve.post(project.p() + "/content/authors", Map.of("data", Map.of("a1b2c3", Map.of("name", "Shown"))))
                .is(200);
        JsonNode made = eve.post(project.p() + "/previews", Map.of("branch", "cms", "expiresIn", 3_600))
                .is(200)
                .json();
        String path = URI.create(made.path("url").asString()).getPath();
        Http anybody = new Http(target.service().url());
        anybody.get(path + FILE).is(200);

        Set<String> told = new TreeSet<>();
        for (String forged : forged(path, id(project), id(other))) {
            Reply reply = anybody.get(forged + FILE);
            assertThat(reply.status()).as(forged).isIn(404, 429);
            if (reply.status() == 404) {
                told.add(reply.json().path("message").asString());
            }
        }
        eve.delete(project.p() + "/previews/" + made.path("id").asString()).is(200);
        Reply ended = anybody.get(path + FILE);
        assertThat(ended.status()).as("the link after its end").isEqualTo(404);
        told.add(ended.json().path("message").asString());
        assertThat(told).as("what is said of links that are none").hasSize(1);
    }

    /** Every letter of the token changed, the token cut and longer, and the link at another project. */
    private static List<String> forged(String path, String project, String other) {
        List<String> all = new ArrayList<>();
        int from = path.indexOf("/~/") + 3;
        int to = path.indexOf('/', from);
        String token = path.substring(from, to);
        for (int i = 0; i < token.length(); i++) {
            char letter = token.charAt(i) == 'A' ? 'B' : 'A';
            all.add(with(path, from, to, token.substring(0, i) + letter + token.substring(i + 1)));
        }
        all.add(with(path, from, to, token.substring(1)));
        all.add(with(path, from, to, token + "A"));
        all.add(with(path, from, to, token.toLowerCase(java.util.Locale.ROOT)));
        all.add(path.replace(project, other));
        return all;
    }

    private static String with(String path, int from, int to, String token) {
        return path.substring(0, from) + token + path.substring(to);
    }

    private static String id(Target.Project project) {
        return project.p().substring(project.p().lastIndexOf('/') + 1);
    }
}
