package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** S3: bodies of eight megabytes that would be four hundred each, several at a time. */
final class ManyValuesInBodies implements Attack {
    private static final int BODY_BYTES = 8_000_000;
    private static final int AT_ONCE = 4;

    @Override
    public String name() {
        return "bodies of many values";
    }

    @Override
    public boolean isBesideOthers() {
        return true;
    }

    @Override
    public void run(Target target) throws Exception {
        String p = target.project().p();
        for (Map.Entry<String, String> kind : Texts.json().entrySet()) {
            byte[] body = Texts.repeated("{\"data\":{\"a1b2c3\":{\"bio\":[", kind.getValue(), "0]}}}", BODY_BYTES);
            Callable<Integer> send = () -> target.eve()
                    .http()
                    .sendBytes("POST", p + "/content/authors", "application/json", body)
                    .status();
            List<Callable<Integer>> all = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                all.add(send);
            }
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Integer> status : callers.invokeAll(all)) {
                    assertThat(status.get()).as(kind.getKey()).isIn(413, 429, 503);
                }
            }
        }
    }
}
