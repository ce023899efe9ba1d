package cms.apikeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class KeyTableTest {
    private static final KeyGroup GROUP = new KeyGroup(KeyKind.LIVE, "w", "p", Set.of(KeyScope.DELIVERY));

    @Test
    void itAgreesWithAMapAfterManyChanges() {
        KeyTable table = new KeyTable();
        Map<KeyHash, String> model = new HashMap<>();
        Random random = new Random(1);
        for (int step = 0; step < 50_000; step++) {
            if (random.nextInt(3) > 0 || model.isEmpty()) {
                // Few distinct low halves, so that slots collide.
                KeyHash hash = new KeyHash(random.nextLong(), random.nextInt(64));
                String id = new UUID(random.nextLong(), random.nextLong()).toString();
                table.add(id, hash, GROUP);
                model.put(hash, id);
            } else {
                KeyHash hash = model.keySet().iterator().next();
                table.remove(hash);
                model.remove(hash);
                assertThat(table.find(hash)).isNull();
            }
            if (model.size() > 300) {
                model.keySet().forEach(table::remove);
                model.clear();
            }
        }
        model.forEach((hash, id) ->
                assertThat(table.find(hash)).extracting(KnownKey::id).isEqualTo(id));
    }

    @Test
    void everybodyGetsTheSameObjectWhileTheTableGrows() throws Exception {
        KeyTable table = new KeyTable();
        KeyHash first = new KeyHash(1, 1);
        table.add(UUID.randomUUID().toString(), first, GROUP);
        KnownKey known = table.find(first);
        AtomicBoolean growing = new AtomicBoolean(true);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<?> reader = threads.submit(() -> {
                while (growing.get()) {
                    assertThat(table.find(first)).isSameAs(known);
                }
            });
            Random random = new Random(2);
            for (int added = 0; added < 100_000; added++) {
                KeyHash hash = new KeyHash(random.nextLong(), random.nextLong());
                table.add(UUID.randomUUID().toString(), hash, GROUP);
                assertThat(table.find(hash)).isNotNull();
            }
            growing.set(false);
            reader.get();
        }
    }
}
