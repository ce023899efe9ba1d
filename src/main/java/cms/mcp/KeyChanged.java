package cms.mcp;

/** Told to every instance when the settings of a key are other ones now. */
record KeyChanged(String keyId) {}
