package cms.forms;

import cms.testing.LeanClient;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Submissions a second by eight visitors, each answered when its row is on the disk, and what a page of all of them
 * costs; {@code bench/forms.sh} runs it. The service is a process of its own with the flags of {@code ./cms}.
 */
final class FormsBench {
    private static final int VISITORS = 8;
    private static final int WARM_UP = 4_000;
    private static final int PAGES = 200;

    private FormsBench() {}

    public static void main(String... arguments) throws Exception {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
        Path data = Files.createTempDirectory("forms-bench");
        try (ServiceProcess service =
                ServiceProcess.startAsLaunched(data, Map.of("CMS_FORM_RATE_PER_MINUTE", "1000000"))) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String projectId = World.connect(ada, ada.primaryWorkspace(), "starters/blog", "blog");
            String p = "/api/workspaces/" + ada.primaryWorkspace() + "/projects/" + projectId;
            ada.http()
                    .patch(
                            p + "/models/authors",
                            Map.of(
                                    "form",
                                    Map.of(
                                            "enabled",
                                            true,
                                            "public",
                                            true,
                                            "exposedFields",
                                            List.of("name", "email", "bio"))))
                    .is(200);
            String submit = "/api/forms/v1/" + projectId + "/authors/submit";
            AtomicInteger number = new AtomicInteger();
            send(service, submit, number, WARM_UP);
            long start = System.nanoTime();
            send(service, submit, number, rows);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%d submissions by %d visitors: %.0f/s%n", rows - WARM_UP, VISITORS, (rows - WARM_UP) / seconds);
            String list = p + "/forms/authors/submissions?limit=20&page=";
            pages(service, ada, list, 1);
            pages(service, ada, list, rows / 20);
        }
    }

    /** Until there are as many. */
    private static void send(ServiceProcess service, String path, AtomicInteger number, int until) throws Exception {
        List<Callable<Void>> visitors = new ArrayList<>();
        for (int visitor = 0; visitor < VISITORS; visitor++) {
            visitors.add(() -> {
                try (LeanClient client = new LeanClient(service.url(), "")) {
                    for (int n = number.getAndIncrement(); n < until; n = number.getAndIncrement()) {
                        String json = "{\"data\":{\"name\":\"Visitor " + n + "\",\"email\":\"v" + n
                                + "@example.org\",\"bio\":\"I would like to hear more about number " + n + "\"}}";
                        int status = client.send("POST", path, json);
                        if (status != 200) {
                            throw new IllegalStateException("a submission was answered " + status);
                        }
                    }
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(VISITORS)) {
            for (var done : threads.invokeAll(visitors)) {
                done.get();
            }
        }
        number.set(until);
    }

    private static void pages(ServiceProcess service, Person ada, String list, int page) {
        double[] millis = new double[PAGES];
        try (LeanClient client = new LeanClient(service.url(), "Authorization: Bearer " + ada.token() + "\r\n")) {
            for (int round = -PAGES; round < PAGES; round++) {
                long start = System.nanoTime();
                int status = client.send("GET", list + page, "");
                if (status != 200) {
                    throw new IllegalStateException("a page was answered " + status);
                }
                millis[Math.max(round, 0)] = (System.nanoTime() - start) / 1e6;
            }
        }
        Arrays.sort(millis);
        System.out.printf("page %d: p50 %.1f ms, p99 %.1f ms%n", page, millis[PAGES / 2], millis[PAGES * 99 / 100]);
    }
}
