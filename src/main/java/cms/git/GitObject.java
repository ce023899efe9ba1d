package cms.git;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** The inflated content of one object; {@code type} is one of JGit's {@code Constants.OBJ_*}. */
record GitObject(int type, byte[] bytes) {
    /** What stands before the content in a loose object and in the hash. */
    byte[] header() {
        return (Constants.typeString(type) + " " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII);
    }

    ObjectId name() {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            sha1.update(header());
            return ObjectId.fromRaw(sha1.digest(bytes));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every Java runtime has SHA-1", missing);
        }
    }
}
