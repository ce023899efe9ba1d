package cms.format.text;

import java.util.Arrays;

/** A text that is put together from characters of another one and from short pieces; nothing else, and by that quick. */
final class GrowingText {
    private char[] chars;
    private int length;

    GrowingText(int charsExpected) {
        this.chars = new char[charsExpected];
    }

    GrowingText add(char c) {
        require(1);
        chars[length++] = c;
        return this;
    }

    GrowingText add(String piece) {
        int more = piece.length();
        require(more);
        piece.getChars(0, more, chars, length);
        length += more;
        return this;
    }

    GrowingText add(char[] from, int start, int end) {
        require(end - start);
        System.arraycopy(from, start, chars, length, end - start);
        length += end - start;
        return this;
    }

    /** Takes blanks off the end, and says how many there were. */
    int dropBlanks() {
        int before = length;
        while (length > 0 && chars[length - 1] == ' ') {
            length--;
        }
        return before - length;
    }

    private void require(int more) {
        if (chars.length - length < more) {
            chars = Arrays.copyOf(chars, Math.max(length + more, chars.length + chars.length / 2));
        }
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }
}
