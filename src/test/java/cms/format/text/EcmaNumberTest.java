package cms.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The right column is what {@code String(value)} answers in a JavaScript engine. */
class EcmaNumberTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1.0, 1",
        "-1.50, -1.5",
        "0.1, 0.1",
        "0.30000000000000004, 0.30000000000000004",
        "0.000001, 0.000001",
        "0.0000001, 1e-7",
        "0.00000123, 0.00000123",
        "0.000000123, 1.23e-7",
        "123456789012345680000, 123456789012345680000",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "1.5e21, 1.5e+21",
        "1e23, 1e+23",
        "2e-323, 2e-323",
        "4.9E-324, 5e-324",
        "9.9E-324, 1e-323",
        "1.5E-323, 1.5e-323",
        "2.2250738585072014E-308, 2.2250738585072014e-308",
        "1.7976931348623157E308, 1.7976931348623157e+308",
        "9007199254740991, 9007199254740991",
        "9007199254740993, 9007199254740992",
        "12345678901234567890, 12345678901234567000",
        "12345.678, 12345.678",
        "100, 100",
        "-1e-10, -1e-10"
    })
    void printsWhatJavaScriptPrints(double value, String expected) {
        assertThat(EcmaNumber.text(value)).isEqualTo(expected);
    }
}
