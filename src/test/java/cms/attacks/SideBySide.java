package cms.attacks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two attacks at the same time, as each leaves a core at rest for a part of its time. */
record SideBySide(Attack first, Attack second) implements Attack {
    /** Takes those that may, two by two in their order, and leaves the others alone. */
    static List<Attack> inPairs(List<Attack> attacks) {
        List<Attack> all = new ArrayList<>();
        List<Attack> pair = new ArrayList<>();
        for (Attack attack : attacks) {
            if (!attack.isBesideOthers()) {
                all.add(attack);
                continue;
            }
            pair.add(attack);
            if (pair.size() == 2) {
                all.add(new SideBySide(pair.getFirst(), pair.getLast()));
                pair.clear();
            }
        }
        all.addAll(pair);
        return all;
    }

    @Override
    public String name() {
        return first.name() + " beside " + second.name();
    }

    @Override
    public Attack prepared(Target target) throws Exception {
        return new SideBySide(first.prepared(target), second.prepared(target));
    }

    @Override
    public void run(Target target) throws Exception {
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> other = both.submit(() -> {
                second.run(target);
                return true;
            });
            first.run(target);
            other.get();
        }
    }
}
