package cms.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller sends becomes a bounded number of values. */
class SentJsonTest {
    @ParameterizedTest
    @ValueSource(strings = {"[],", "{},", "\"\",", "1,", "null,", "{\"a\":{\"a\":1}},", "[[[[[]]]]],"})
    void moreValuesThanAnyHonestBodyHasAreTooLarge(String piece) {
        String text = "[" + piece.repeat(Json.SENT_VALUES_MAX) + "0]";

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> Json.sent(bytes(text)))
                .satisfies(failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
                    assertThat(failure.code()).contains("body.too_many_values");
                    assertThat(failure.message()).contains("200,000 values");
                });
    }

    @Test
    void asManyAsAreAllowedAreRead() {
        assertThat(Json.sent(bytes("[" + "1,".repeat(Json.SENT_VALUES_MAX - 2) + "1]")))
                .hasSize(Json.SENT_VALUES_MAX - 1);
    }

    /** The counting reader is as strict as the other. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{", "[1] 2", "{\"a\":1,\"a\":2}", "[1,]", "{} {}", "nul", "[1e999]", "\"\\ud800\""})
    void whatIsNotExactlyOneValueIsInvalid(String text) {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> Json.sent(bytes(text)))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INVALID));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
