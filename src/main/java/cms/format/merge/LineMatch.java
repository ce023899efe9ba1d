package cms.format.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the lines that two texts share, in order: the greedy algorithm of Myers, bounded. */
final class LineMatch {
    /** Above this many differing lines the rest counts as rewritten; keeps time and memory small. */
    private static final int DIFFERENCES_MAX = 1_000;

    private final List<String> left;
    private final List<String> right;
    private final int start;
    private final int leftSize;
    private final int rightSize;
    private final int[] matches;

    private LineMatch(List<String> left, List<String> right) {
        this.left = left;
        this.right = right;
        this.matches = new int[left.size()];
        Arrays.fill(matches, -1);
        int shorter = Math.min(left.size(), right.size());
        int head = 0;
        while (head < shorter && left.get(head).equals(right.get(head))) {
            matches[head] = head;
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && left.get(left.size() - 1 - tail).equals(right.get(right.size() - 1 - tail))) {
            tail++;
            matches[left.size() - tail] = right.size() - tail;
        }
        this.start = head;
        this.leftSize = left.size() - head - tail;
        this.rightSize = right.size() - head - tail;
    }

    /** For each line of {@code left} the index of the equal line in {@code right}, or -1; pairs keep their order. */
    static int[] of(List<String> left, List<String> right) {
        LineMatch match = new LineMatch(left, right);
        match.run();
        return match.matches;
    }

    private void run() {
        int differencesMax = Math.min(DIFFERENCES_MAX, leftSize + rightSize);
        int offset = differencesMax + 1;
        int[] reach = new int[2 * offset + 1];
        List<int[]> steps = new ArrayList<>();
        for (int differences = 0; differences <= differencesMax; differences++) {
            steps.add(Arrays.copyOfRange(reach, offset - differences - 1, offset + differences + 2));
            for (int diagonal = -differences; diagonal <= differences; diagonal += 2) {
                int x = comesFromAbove(reach, offset + diagonal, diagonal, differences)
                        ? reach[offset + diagonal + 1]
                        : reach[offset + diagonal - 1] + 1;
                int y = x - diagonal;
                while (x < leftSize && y < rightSize && same(x, y)) {
                    x++;
                    y++;
                }
                reach[offset + diagonal] = x;
                if (x >= leftSize && y >= rightSize) {
                    walkBack(steps);
                    return;
                }
            }
        }
    }

    private static boolean comesFromAbove(int[] reach, int index, int diagonal, int differences) {
        return diagonal == -differences || (diagonal != differences && reach[index - 1] < reach[index + 1]);
    }

    private void walkBack(List<int[]> steps) {
        int x = leftSize;
        int y = rightSize;
        for (int differences = steps.size() - 1; differences >= 0; differences--) {
            int[] reach = steps.get(differences);
            int diagonal = x - y;
            int index = diagonal + differences + 1;
            int from = comesFromAbove(reach, index, diagonal, differences) ? diagonal + 1 : diagonal - 1;
            int fromX = differences == 0 ? 0 : reach[from + differences + 1];
            int fromY = differences == 0 ? 0 : fromX - from;
            while (x > fromX && y > fromY && x > 0 && y > 0 && same(x - 1, y - 1)) {
                x--;
                y--;
                matches[start + x] = start + y;
            }
            x = fromX;
            y = fromY;
        }
    }

    private boolean same(int x, int y) {
        return left.get(start + x).equals(right.get(start + y));
    }
}
