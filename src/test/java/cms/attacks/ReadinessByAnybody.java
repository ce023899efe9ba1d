package cms.attacks;

import cms.testing.Http;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** S10: anybody asks whether the service is ready, again and again. */
final class ReadinessByAnybody implements Attack {
    private static final int CALLS = 400;

    @Override
    public String name() {
        return "readiness by anybody";
    }

    @Override
    public void run(Target target) {
        Http anybody = new Http(target.service().url());
        try (ExecutorService callers = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < CALLS; i++) {
                callers.execute(() -> anybody.get("/api/health/ready"));
            }
        }
    }
}
