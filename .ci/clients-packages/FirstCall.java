import client.ApiClient;
import client.api.DeliveryApi;
import client.api.ContentApi;
import client.api.GitHostApi;
import client.api.ProjectsApi;
import client.api.SignInApi;
import client.api.WorkspacesApi;
import client.model.Connection;
import client.model.DeliverySettingsChange;
import client.model.NewKey;
import client.model.NewProject;
import client.model.NewRepository;
import client.model.Provider;
import client.model.SaveRequest;
import client.model.StatusChange;
import client.model.VerifyRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** The first call of the README, through the client that is generated from the service's own description. */
public final class FirstCall {
    private static final String CALLBACK = "http://127.0.0.1:9876/callback";
    private static final HttpClient BROWSER = HttpClient.newHttpClient();

    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        ApiClient api = new ApiClient();
        api.updateBaseUri(url);

        String start = new SignInApi(api).login(Provider.GIT_HOST, CALLBACK, null, null).getUrl();
        var signedIn = new SignInApi(api).verify(new VerifyRequest().code(codeAt(start)).source("cli"));
        String token = signedIn.getTokens().getAccessToken();
        api.setRequestInterceptor(request -> request.setHeader("Authorization", "Bearer " + token));

        String workspace = new WorkspacesApi(api).listWorkspaces().get(0).getId().toString();
        GitHostApi host = new GitHostApi(api);
        var installation = host.availableInstallations(workspace).getInstallations().get(0);
        host.connectInstallation(new Connection().workspaceId(workspace).installationId(installation.getId()), null);
        host.createFromTemplate(
                new NewRepository().workspaceId(workspace).templateRepo("starters/blog").name("of-java"), null);
        String project = new ProjectsApi(api)
                .createProject(workspace, new NewProject().repoFullName("ada/of-java").name("Java"), null)
                .getId()
                .toString();

        ContentApi content = new ContentApi(api);
        content.saveContent(
                workspace, project, "authors",
                new SaveRequest().data(Map.of("a1b2c3d4e5f6", Map.of("name", "Ada"))), null, null, null, "first-save");
        content.changeStatus(
                workspace, project, "authors",
                new StatusChange().entryIds(List.of("a1b2c3d4e5f6")).status(StatusChange.StatusEnum.PUBLISHED), null, null, null);
        DeliveryApi delivery = new DeliveryApi(api);
        delivery.changeDeliverySettings(workspace, project, new DeliverySettingsChange().cdnEnabled(true), null);
        String key = delivery.mintKey(workspace, project, new NewKey().name("website").scopes(List.of(NewKey.ScopesEnum.DELIVERY)), null).getKey();
        // The answer of a build and the files of a release are no JSON of this description: any client reads them.
        text(url + "/api/workspaces/" + workspace + "/projects/" + project + "/cdn/builds/trigger", token, "POST");
        String file = text(url + "/api/cdn/v1/" + project + "/content/authors/data.json", key, "GET");
        if (!file.contains("\"Ada\"")) {
            throw new IllegalStateException(file);
        }
        System.out.println("Java: signed in, saved, published, built and read");
    }

    /** Follows the redirects of a sign-in as a browser would, up to the address of the command line. */
    private static String codeAt(String start) throws Exception {
        String at = start + "&login_hint=ada@example.com";
        while (!at.startsWith(CALLBACK)) {
            at = BROWSER.send(HttpRequest.newBuilder(URI.create(at)).build(), HttpResponse.BodyHandlers.discarding())
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
        }
        return at.replaceAll(".*[?&]code=([^&]*).*", "$1");
    }

    private static String text(String url, String bearer, String method) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer " + bearer)
                .header("Content-Type", "application/json")
                .method(method, method.equals("GET")
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        HttpResponse<String> answer = BROWSER.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }
}
