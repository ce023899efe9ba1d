package cms.settings;

import cms.platform.config.SettingReader;

/** The rate limits that the specification leaves open; the defaults are those of reference 10.3 and spec 8. */
public record RateSettings(
        int deliveryPerHour,
        int mediaPerHour,
        int keylessMediaPerMinute,
        int chatPerMinute,
        int conversationPerMinute,
        int formPerMinute) {
    static RateSettings read(SettingReader reader) {
        return new RateSettings(
                reader.positive("CMS_DELIVERY_RATE_PER_HOUR", 1_000),
                reader.positive("CMS_MEDIA_RATE_PER_HOUR", 1_000),
                reader.positive("CMS_KEYLESS_MEDIA_RATE_PER_MINUTE", 600),
                reader.positive("CMS_CHAT_RATE_PER_MINUTE", 10),
                reader.positive("CMS_CONVERSATION_RATE_PER_MINUTE", 10),
                reader.positive("CMS_FORM_RATE_PER_MINUTE", 10));
    }
}
