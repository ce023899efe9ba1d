package cms.git;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.PersonIdent;

/** Author and time of a commit; Git stores whole seconds, and the zone is always UTC. */
public record Authorship(String name, String email, Instant time) {
    private static final Pattern UNFIT = Pattern.compile("[<>\\p{Cntrl}]+");

    /** Characters that would end the line in a commit object become blanks, as Git itself does it. */
    public Authorship {
        name = clean(name);
        email = clean(email);
    }

    static Authorship of(PersonIdent ident) {
        return new Authorship(ident.getName(), ident.getEmailAddress(), ident.getWhenAsInstant());
    }

    PersonIdent ident() {
        return new PersonIdent(name, email, time, ZoneOffset.UTC);
    }

    private static String clean(String text) {
        return UNFIT.matcher(text).replaceAll(" ").strip();
    }
}
