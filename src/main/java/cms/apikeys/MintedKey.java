package cms.apikeys;

/** A new key with its plain text, which the service does not store. */
public record MintedKey(ApiKey key, String plainText) {
    /** Keeps the plain text out of log lines. */
    @Override
    public String toString() {
        return "MintedKey[" + key.keyPrefix() + "...]";
    }
}
