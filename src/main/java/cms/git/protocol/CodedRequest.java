package cms.git.protocol;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request whose coding is named as JGit knows it: in small letters, and not at all where the body is as it is. */
public final class CodedRequest extends HttpServletRequestWrapper {
    private static final String CODING = "Content-Encoding";

    public CodedRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable String getHeader(String name) {
        String value = super.getHeader(name);
        if (value == null || !name.equalsIgnoreCase(CODING)) {
            return value;
        }
        String coding = value.strip().toLowerCase(Locale.ROOT);
        return coding.equals("identity") ? null : coding;
    }
}
