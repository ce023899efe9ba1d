package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "bytes=0-9               | bytes 0-9/100",
                "Bytes=0-9               | bytes 0-9/100",
                "bytes=90-               | bytes 90-99/100",
                "bytes=90-500            | bytes 90-99/100",
                "bytes=-10               | bytes 90-99/100",
                "bytes=-1000             | bytes 0-99/100",
                "bytes=100-              | bytes */100",
                "bytes=-0                | bytes */100",
                "bytes=9-3               | -",
                "bytes=0-1,5-6           | -",
                "bytes=-                 | -",
                "bytes=a-b               | -",
                "bytes=0-99999999999999  | bytes 0-99/100",
                "bytes=1-99999999999999999999 | bytes 1-99/100",
                "bytes=1-9223372036854775807 | bytes 1-99/100",
                "bytes=-99999999999999999999 | bytes 0-99/100",
                "bytes=99999999999999999999- | bytes */100",
                "bytes=0-9999999999999999999x | -",
                "bytes=00000000000000000001-00000000000000000002 | bytes 1-2/100",
                "lines=0-1               | -"
            })
    void aHeaderNamesThePartThatIsSent(String header, String contentRange) {
        ByteRange range = ByteRange.of(header, null, "\"t\"", 100);
        assertThat(range == null ? null : range.contentRange(100)).isEqualTo(contentRange);
    }

    @ParameterizedTest
    @CsvSource({"'\"t\"',true", "'W/\"t\"',false", "'\"u\"',false", "'Wed, 21 Oct 2015 07:28:00 GMT',false"})
    void aConditionThatDoesNotHoldAsksForTheWhole(String ifRange, boolean part) {
        assertThat(ByteRange.of("bytes=0-0", ifRange, "\"t\"", 100) != null).isEqualTo(part);
    }
}
