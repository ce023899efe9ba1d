package cms.upkeep;

import cms.platform.failure.Failure;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The commands {@code check}, {@code backup <file>} and {@code restore <file>} of the command line. */
public final class Commands {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int REFUSED = 2;
    private static final String USAGE =
            "Say one of: check [--deep], backup <file>, restore <file>, login <url>, --help, --version; nothing"
                    + " serves.";

    private static final String HELP = """
        cms                    serves; settings come from the environment, .env.example lists them
        cms check              reads everything that the instance keeps and says what is damaged
        cms check --deep       reads the bytes of every asset as well
        cms backup <file>      copies the instance into one file, also while it serves
        cms restore <file>     brings that file back into an empty CMS_DATA
        cms login <url>        signs you in at a service and lets Git use an access token there
        cms --help, --version  says this, or the version
        Exit codes: 0 done, 1 something is damaged or failed, 2 refused with a sentence.\
        """;

    private final InstanceStorage place;
    private final InstantSource clock;
    private final PrintStream out;
    private final PrintStream err;

    public Commands(InstanceStorage place, InstantSource clock, PrintStream out, PrintStream err) {
        this.place = place;
        this.clock = clock;
        this.out = out;
        this.err = err;
    }

    /** The output of a command that needs no settings; empty for one that has to be run. */
    public static Optional<String> withoutSettings(String argument, String version) {
        return switch (argument) {
            case "--help", "-h", "help" -> Optional.of(HELP);
            case "--version", "version" -> Optional.of("cms " + version);
            default -> Optional.empty();
        };
    }

    /** Returns the exit code: 0 done, 1 something is damaged or failed, 2 refused with a sentence. */
    public int run(List<String> arguments) {
        try {
            String command = arguments.getFirst();
            boolean deep = arguments.equals(List.of("check", "--deep"));
            if (deep || arguments.equals(List.of("check"))) {
                Check.Result result = new Check(place, deep).run();
                return report(result.problems(), result.message());
            }
            if (command.equals("backup") && arguments.size() == 2) {
                Backup.Result made = new Backup(place, clock).into(Path.of(arguments.get(1)));
                return report(made.problems(), made.message());
            }
            if (command.equals("restore") && arguments.size() == 2) {
                Restore.Result back = new Restore(place).from(Path.of(arguments.get(1)));
                return report(back.problems(), back.message());
            }
            err.println(USAGE);
            return REFUSED;
        } catch (Failure refused) {
            err.println(refused.message());
            return switch (refused.kind()) {
                case INVALID, CONFLICT, NOT_FOUND -> REFUSED;
                default -> FAILED;
            };
        } catch (RuntimeException broken) {
            err.println("The command ended early (" + broken + "); nothing is known of what it had not looked at yet.");
            return FAILED;
        }
    }

    private int report(List<String> problems, String message) {
        problems.forEach(err::println);
        out.println(message);
        return problems.isEmpty() ? DONE : FAILED;
    }
}
