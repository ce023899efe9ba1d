package cms.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworksTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "::1, ::1",
        "2001:db8:1:2:3:4:5:6, 20010db800010002/64",
        "2001:db8:1:2::9, 20010db800010002/64",
        "2001:db8:1:3::9, 20010db800010003/64",
        "a key:of:mine, a key:of:mine",
        "not:an:address, not:an:address"
    })
    void anAddressOfTheSixthVersionCountsForItsNetwork(String address, String counted) {
        assertThat(Networks.of(address)).isEqualTo(counted);
    }

    /** Shown to fail while each address had a window of its own. */
    @Test
    void aNetworkHasOneWindowHoweverManyAddressesItUses() {
        var windows = new SlidingWindows(InstantSource.system());
        RateLimit two = new RateLimit("two", 2, Duration.ofMinutes(1));
        assertThat(windows.take(two, "2001:db8::1").allowed()).isTrue();
        assertThat(windows.take(two, "2001:db8::2").allowed()).isTrue();
        assertThat(windows.take(two, "2001:db8::3").allowed()).isFalse();
        assertThat(windows.take(two, "form 2001:db8::3").allowed()).isTrue();
        assertThat(windows.take(two, "form 2001:db8::4").allowed()).isTrue();
        assertThat(windows.take(two, "form 2001:db8::5").allowed()).isFalse();
    }
}
