package cms.apikeys;

/** A fresh key with its plain text, the only time that it exists outside its owner's hands. */
public record MintedKey(ApiKey key, String plainText) {
    /** Keeps the plain text out of log lines. */
    @Override
    public String toString() {
        return "MintedKey[" + key.keyPrefix() + "...]";
    }
}
