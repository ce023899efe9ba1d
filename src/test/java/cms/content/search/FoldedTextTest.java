package cms.content.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a word is to the search. */
class FoldedTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "The Café is OPEN!| the cafe is open ",
                "it's o’clock| its oclock ",
                "Straße Łódź Æther| strasse lodz aether ",
                "ΟΔΟΣ οδός| οδοσ οδοσ ",
                "½ ﬁn Ⅳ| 1 2 fin iv ",
                "a--b__c| a b c ",
                "東京へ x| 東 京 へ x ",
                "𝐀b 😀c| ab c ",
                "한국| 한국 "
            })
    void wordsStandBetweenBlanks(String text, String folded) {
        assertThat(FoldedText.of(text)).isEqualTo(Normalizer.normalize(folded, Normalizer.Form.NFKD));
    }

    /** Each character by itself comes to the same as in the whole text; shown to fail without the small letters. */
    @Test
    void everyCharacterIsTakenApartAsItsTextIs() {
        for (int letter = 0; letter <= Character.MAX_VALUE; letter++) {
            if (!Character.isSurrogate((char) letter)) {
                String text = "Aé" + (char) letter + "É b";
                String whole = Normalizer.normalize(text, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
                assertThat(FoldedText.of(text)).as("U+%04X", letter).isEqualTo(FoldedText.of(whole.replace('ς', 'σ')));
            }
        }
    }
}
