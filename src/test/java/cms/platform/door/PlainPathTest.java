package cms.platform.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainPathTest {
    @ParameterizedTest
    @CsvSource({
        "/a/b.json, /a/b.json",
        "/%61/%62%2Ejson, /a/b.json",
        "/%7e%7E%40%2D%5f, /~~@-_",
        "/a%2fb%2Fc, /a%2fb%2Fc",
        "/%2541, /%2541",
        "/%25%34%31, /%2541",
        "/gr%C3%BC%C3%9Fe, /gr%C3%BC%C3%9Fe",
        "/a%20b%5Cc%00, /a%20b%5Cc%00",
        "/%, /%",
        "/%4, /%4",
        "/%4g%41, /%4gA",
        "/%%41, /%A",
        "/%+1%-1, /%+1%-1",
    })
    void escapesOfPlainCharactersGoAndNothingElse(String raw, String plain) {
        assertThat(PlainPath.of(raw)).isEqualTo(plain);
    }
}
