package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Person;
import com.sun.net.httpserver.HttpServer;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What the agent does with media, judged by the assets that there are. */
@Timeout(240)
class AgentMediaTest {
    private HttpServer elsewhere;
    private Chat chat;
    private String url;

    @BeforeEach
    void start() throws IOException {
        byte[] picture = picture(40, 20);
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        elsewhere.createContext("/sea.png", exchange -> {
            exchange.sendResponseHeaders(200, picture.length);
            exchange.getResponseBody().write(picture);
            exchange.close();
        });
        elsewhere.start();
        String address = "127.0.0.1:" + elsewhere.getAddress().getPort();
        url = "http://" + address + "/sea.png";
        chat = new Chat("messages", Map.of("CMS_ALLOW_PRIVATE_ADDRESSES", address));
    }

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
        elsewhere.stop(0);
    }

    private JsonNode result(Person person, String tool, Map<String, Object> input, Object... more) {
        chat.models.calls(tool, input).says("So it is.");
        return Chat.results(chat.ask(person, "Do it", more)).getFirst();
    }

    private JsonNode media(String rest) {
        return chat.world.ada().http().get(chat.path("/media" + rest)).is(200).json();
    }

    @Test
    void theAgentFetchesFindsChangesAndDeletesAssets() {
        Person bo = chat.world.bo();
        JsonNode made = result(bo, "upload_media", Map.of("url", url, "alt", "The sea", "tags", List.of("water")));
        String id = made.get("id").asString();
        assertThat(media("/" + id).get("source").asString()).isEqualTo("agent");
        assertThat(media("/" + id).get("filename").asString()).isEqualTo("sea.png");
        JsonNode found = result(chat.world.dee(), "search_media", Map.of("query", "sea", "type", "image"));
        assertThat(found.get("total").asInt()).isEqualTo(1);
        assertThat(found.at("/assets/0/id").asString()).isEqualTo(id);
        assertThat(result(chat.world.dee(), "search_media", Map.of("tags", List.of("fire")))
                        .get("total")
                        .asInt())
                .isZero();
        assertThat(result(chat.world.dee(), "get_media", Map.of("assetId", id))
                        .at("/variants/thumb/width")
                        .asInt())
                .isPositive();
        result(bo, "update_media", Map.of("assetId", id, "alt", "Water", "focalPoint", Map.of("x", 1, "y", 0)));
        assertThat(media("/" + id).get("alt").asString()).isEqualTo("Water");
        assertThat(media("/" + id).at("/focalPoint/x").asInt()).isEqualTo(1);
        assertThat(result(bo, "delete_media", Map.of("assetId", id))
                        .get("deleted")
                        .asBoolean())
                .isTrue();
        assertThat(media("").get("total").asInt()).isZero();
        List<String> log =
                chat.world.ada().http().get(chat.path("/activity")).is(200).json().findValuesAsString("action").stream()
                        .filter(action -> action.endsWith("_asset"))
                        .toList();
        assertThat(log).containsExactlyInAnyOrder("upload_asset", "update_asset", "delete_asset");
    }

    @Test
    void whatContentUsesIsDeletedOnlyWhenAPersonHasAgreed() throws IOException {
        String id = Form.of("a.png", picture(10, 10))
                .post(chat.world.ada().http(), chat.path("/media"))
                .is(201)
                .json()
                .get("id")
                .asString();
        chat.world
                .ada()
                .http()
                .post(
                        chat.path("/content/posts"),
                        Map.of(
                                "data",
                                Map.of(
                                        "00000000aaaa",
                                        Map.of("title", "T", "cover", "media/original/" + id + ".webp"))))
                .is(200);
        chat.models.calls("delete_media", Map.of("assetId", id)).says("Asked.");
        List<JsonNode> events = chat.ask(chat.world.bo(), "Do it");
        JsonNode parked = Chat.results(events).getFirst();
        assertThat(parked.get("status").asString()).isEqualTo("confirmation_required");
        assertThat(media("").get("total").asInt()).isEqualTo(1);
        String code = parked.at("/confirmation/code").asString();
        chat.models.says("Done.");
        chat.ask(
                chat.world.bo(),
                "",
                "conversationId",
                Chat.conversation(events),
                "confirm",
                Map.of("code", code, "approve", true));
        assertThat(media("").get("total").asInt()).isZero();
    }

    @Test
    void whatMayNotBeReachedOrDoneIsAnErrorThatTheModelCanRead() {
        assertThat(result(chat.world.bo(), "upload_media", Map.of("url", "http://127.0.0.1:1/x.png"))
                        .get("code")
                        .asString())
                .isEqualTo("invalid_input");
        assertThat(result(chat.world.dee(), "upload_media", Map.of("url", url))
                        .get("code")
                        .asString())
                .isEqualTo("not_allowed");
        assertThat(result(chat.world.bo(), "get_media", Map.of("assetId", "none"))
                        .get("code")
                        .asString())
                .isEqualTo("not_found");
        assertThat(media("").get("total").asInt()).isZero();
    }

    @Test
    void aPictureThatIsToStayBecomesAnAsset() throws IOException {
        JsonNode kept = Form.of("cover.png", picture(30, 30))
                .with("intent", "media")
                .post(chat.world.bo().http(), chat.path("/attachments"))
                .is(200)
                .json()
                .at("/attachments/0");
        assertThat(kept.get("error").isNull()).isTrue();
        assertThat(media("").at("/assets/0/source").asString())
                .as("who gave it")
                .isEqualTo("upload");
        assertThat(kept.get("blocks").toString())
                .contains(media("").at("/assets/0/originalPath").asString());
        Form.of("cover.png", picture(31, 31))
                .post(chat.world.bo().http(), chat.path("/attachments"))
                .is(200);
        JsonNode refused = Form.of("cover.png", picture(32, 32))
                .with("intent", "media")
                .post(chat.world.dee().http(), chat.path("/attachments"))
                .is(200)
                .json()
                .at("/attachments/0");
        assertThat(refused.get("error").asString()).isNotEmpty();
        assertThat(media("").get("total").asInt()).isEqualTo(1);
    }

    private static byte[] picture(int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, Color.RED.getRGB());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }
}
