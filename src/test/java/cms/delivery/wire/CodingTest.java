package cms.delivery.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                          | IDENTITY",
                "gzip                      | GZIP",
                "GZip                      | GZIP",
                "br                        | BROTLI",
                "gzip, deflate, br, zstd   | BROTLI",
                "gzip;q=1.0, br;q=0.5      | GZIP",
                "gzip;q=0.5, br;q=0.5      | BROTLI",
                "br;q=0, gzip              | GZIP",
                "br;q=0.000, gzip;q=0      | IDENTITY",
                "br ; q=0.001              | BROTLI",
                "brx, gzipped              | IDENTITY",
                "xbr, x-gzip               | IDENTITY",
                "br;q=, gzip;q=abc         | IDENTITY",
                "identity, *;q=0           | IDENTITY",
                "gzip;q=0.5, identity;q=0.9| IDENTITY",
                "br, identity              | BROTLI",
                "identity;q=0, gzip;q=0.1  | GZIP",
                ",,,br                     | BROTLI",
                "br;                       | IDENTITY"
            })
    void aHeaderNamesTheCodingThatIsSent(String header, Coding coding) {
        assertThat(Coding.preferred(header)).isEqualTo(coding);
    }
}
