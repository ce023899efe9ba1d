package cms;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import cms.SourceFiles.SourceFile;
import cms.SourceFiles.Type;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the code to ARCHITECTURE.md and STYLE.md. Every failure names the file and the line. */
class ArchitectureTest {
    /** A room imports only rooms above it. ARCHITECTURE.md has the same list with a sentence each. */
    private static final List<String> ROOMS = List.of(
            "platform.failure",
            "platform.compute",
            "platform.heap",
            "platform.config",
            "platform.json",
            "platform.crypto",
            "platform.db",
            "platform.jobs",
            "platform.events",
            "platform.tracing",
            "platform.net",
            "platform.objects",
            "platform.files",
            "platform.pictures",
            "platform.limits",
            "platform.cache",
            "platform.live",
            "platform.scratch",
            "platform.door",
            "platform.http",
            "platform.idempotency",
            "platform.mail",
            "platform.instance",
            "plan",
            "access",
            "git.remote",
            "git",
            "format",
            "format.language",
            "format.merge",
            "auth",
            "workspace",
            "githost",
            "usage",
            "project",
            "apikeys",
            "review.submit",
            "review",
            "content.api",
            "content",
            "media",
            "delivery",
            "forms",
            "billing",
            "agent",
            "conversation",
            "mcp",
            "webhooks",
            "activity",
            "web",
            "settings",
            "upkeep",
            "monitoring");

    private static final String ROOT = "the root";

    /** Packages that hold the cases of one closed set, with more files than a room may have. */
    private static final Map<String, Integer> PACKAGES_OF_CASES =
            Map.of("cms.content.check", 45, "cms.agent.tools", 45);

    private static final int PACKAGE_FILES_MAX = 20;
    private static final int FILE_LINES_MAX = 350;
    private static final int FILE_LINES_MEDIAN_MAX = 70;
    private static final int FILE_LINES_OF_90_PERCENT_MAX = 200;
    private static final int METHOD_LINES_MAX = 40;
    private static final int CONSTRUCTOR_PARAMETERS_MAX = 6;
    private static final Set<String> BANNED_WORDS =
            Set.of("Util", "Utils", "Helper", "Helpers", "Manager", "Impl", "Core", "Base", "Common");
    /** Words that this house once had for what the field has a word of its own for. */
    private static final Map<String, String> TERM_OF_HOUSE_WORD = Map.ofEntries(
            Map.entry("Patience", "Timeout"),
            Map.entry("Trouble", "Error, Exception or Failure"),
            Map.entry("Wish", "Request, Criteria or Options"),
            Map.entry("Repeats", "Idempotency"),
            Map.entry("Deed", "AuditedRequest or Action"),
            Map.entry("Deeds", "Audit"),
            Map.entry("Outlet", "ServedProject"),
            Map.entry("Outlets", "ServedProjects"),
            Map.entry("Residents", "Cache"),
            Map.entry("Pile", "Buffer"),
            Map.entry("Settling", "what is done in the background"),
            Map.entry("Doorbell", "NotificationListener"),
            Map.entry("Bell", "Notification"),
            Map.entry("Companion", "Hook"),
            Map.entry("Said", "ParsedTrailers"),
            Map.entry("Chronicle", "History"),
            Map.entry("Glance", "Check"),
            Map.entry("Shelf", "Cache"),
            Map.entry("Twins", "Duplicates, Variants or Copies"),
            Map.entry("Kept", "Cached or Retained"),
            Map.entry("Told", "Published, Reported or Notified"),
            Map.entry("Knock", "Connect"),
            Map.entry("Corner", "Service"),
            Map.entry("Corners", "Services"),
            Map.entry("Twin", "Duplicate, Variant or Copy"),
            Map.entry("Slot", "what it holds"),
            Map.entry("Spot", "Path"),
            Map.entry("Examination", "ValidationRun"),
            Map.entry("Prints", "CachedJson"),
            Map.entry("Ground", "Input, StartingPoint or Services"),
            Map.entry("Pieces", "Chunks"));

    /**
     * The same of methods, whose names have more words that are right: {@code keep} is one, {@code kept} says nothing.
     */
    private static final Map<String, String> TERM_OF_HOUSE_VERB = Map.ofEntries(
            Map.entry("tell", "publish, notify, send or report"),
            Map.entry("tells", "says or reports"),
            Map.entry("telling", "publishing, notifying or with"),
            Map.entry("told", "published, notified, sent or reported"),
            Map.entry("hear", "receive or listen"),
            Map.entry("heard", "received"),
            Map.entry("kept", "cached, retained or stored"),
            Map.entry("said", "message or text"),
            Map.entry("ring", "notify"),
            Map.entry("away", "reject"),
            Map.entry("twin", "duplicate or variant"),
            Map.entry("companion", "hook"));

    /**
     * The same thing in two rooms each: keys of programs and of remote tools, tools of the agent and remote ones. No
     * name is added.
     */
    private static final Set<String> NAMES_OF_TWO_ROOMS =
            Set.of("KeyRoutes", "KeySettings", "KeyStore", "Tool", "ValidateTool");

    /** Names of methods that are a participle alone: they say neither what is done nor what is answered. */
    private static final Set<String> PARTICIPLES_ALONE =
            Set.of("begun", "found", "gone", "held", "known", "left", "lost", "meant", "seen", "wanted");

    private static final Pattern CAMEL_WORD = Pattern.compile("[A-Z]?[a-z0-9]+");
    private static final Pattern WORD = Pattern.compile("[A-Z][a-z0-9]*");
    private static final Pattern ROOM_ROW = Pattern.compile("\\| `([a-z.]+)` \\| (.*) \\|");
    private static final String TO_COME = "*To come.*";

    private static final Path MAIN = Path.of("src/main/java");
    private static final List<SourceFile> SOURCES = SourceFiles.under(MAIN);
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(App.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void theDocumentTheTestAndTheCodeKnowTheSameRooms() throws IOException {
        List<String> documented = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        Set<String> present =
                SOURCES.stream().map(file -> room(file.packageName())).collect(toCollection(TreeSet::new));
        for (String line : Files.readAllLines(Path.of("ARCHITECTURE.md"))) {
            Matcher row = ROOM_ROW.matcher(line);
            if (row.matches()) {
                documented.add(row.group(1));
                if (present.contains(row.group(1)) == row.group(2).startsWith(TO_COME)) {
                    wrong.add("ARCHITECTURE.md: the row of " + row.group(1) + " is wrong about " + TO_COME);
                }
            }
        }
        assertThat(documented).as("the rooms of ARCHITECTURE.md").isEqualTo(ROOMS);
        present.remove(ROOT);
        assertThat(ROOMS).as("the rooms of this test").containsAll(present);
        assertThat(wrong).isEmpty();
    }

    @Test
    void aRoomDependsOnlyOnRoomsAboveIt() {
        assertThat(dependencies()
                        .filter(dependency -> order(to(dependency)) > order(from(dependency)))
                        .map(dependency -> says(dependency, "reaches down into " + to(dependency))))
                .isEmpty();
    }

    @Test
    void aNestedPackageBelongsToItsParentAlone() {
        assertThat(dependencies()
                        .filter(dependency -> !to(dependency).equals(from(dependency)))
                        .filter(dependency ->
                                !isDoor(dependency.getTargetClass().getPackageName()))
                        .map(dependency -> says(dependency, "reaches past the door of " + to(dependency))))
                .isEmpty();
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        SlicesRuleDefinition.slices().matching("(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Decision 17: public types of a nested package count as hidden, for its room alone may use them. */
    @Test
    void atLeastHalfOfTheTypesAreHidden() {
        Map<String, Map<Boolean, Long>> rooms = SOURCES.stream()
                .flatMap(file -> file.types().stream().map(type -> Map.entry(file.packageName(), type)))
                .collect(Collectors.groupingBy(
                        entry -> room(entry.getKey()),
                        TreeMap::new,
                        Collectors.partitioningBy(
                                entry -> entry.getValue().isPublic() && isDoor(entry.getKey()),
                                Collectors.counting())));
        long shown =
                rooms.values().stream().mapToLong(counts -> counts.get(true)).sum();
        long hidden =
                rooms.values().stream().mapToLong(counts -> counts.get(false)).sum();
        assertThat(hidden).as("hidden types; by room, true is shown: " + rooms).isGreaterThanOrEqualTo(shown);
    }

    @Test
    void filesAreShort() {
        List<Integer> lengths =
                files().map(file -> file.lines().size()).sorted().toList();
        assertThat(files().filter(file -> file.lines().size() > FILE_LINES_MAX)
                        .map(file -> file.path() + ":" + (FILE_LINES_MAX + 1) + ": the file goes on to line "
                                + file.lines().size()))
                .isEmpty();
        assertThat(lengths.get(lengths.size() / 2))
                .as("median of the lines of a file")
                .isLessThanOrEqualTo(FILE_LINES_MEDIAN_MAX);
        assertThat(lengths.get(lengths.size() * 9 / 10))
                .as("lines of nine files in ten")
                .isLessThanOrEqualTo(FILE_LINES_OF_90_PERCENT_MAX);
    }

    @Test
    void methodsAreShortAndConstructorsTakeFewParameters() {
        assertThat(files().flatMap(file -> file.methods().stream()
                        .filter(method -> method.lineCount() > METHOD_LINES_MAX)
                        .map(method -> file.path() + ":" + method.line() + ": " + method.name() + " has "
                                + method.lineCount() + " lines")))
                .isEmpty();
        assertThat(files().flatMap(file -> file.methods().stream()
                        .filter(method -> method.isConstructor() && method.parameters() > CONSTRUCTOR_PARAMETERS_MAX)
                        .map(method -> file.path() + ":" + method.line() + ": the constructor takes "
                                + method.parameters() + " parameters")))
                .isEmpty();
    }

    @Test
    void packagesAreSmall() {
        assertThat(
                        files()
                                .collect(Collectors.groupingBy(SourceFile::packageName, Collectors.counting()))
                                .entrySet()
                                .stream()
                                .filter(entry -> entry.getValue()
                                        > PACKAGES_OF_CASES.getOrDefault(entry.getKey(), PACKAGE_FILES_MAX))
                                .map(entry -> entry.getKey() + " has " + entry.getValue() + " files"))
                .isEmpty();
    }

    /** Shown to fail while the record had no row of {@code git.graph} and three others. */
    @Test
    void whatLeavesAPackageThatIsNearlyFullIsDecidedBefore() throws IOException {
        String decided = Files.readString(Path.of("docs/decisions/0160-what-leaves-a-full-package.md"));
        assertThat(
                        files()
                                .collect(Collectors.groupingBy(SourceFile::packageName, Collectors.counting()))
                                .entrySet()
                                .stream()
                                .filter(entry -> entry.getValue() >= PACKAGE_FILES_MAX - 2)
                                .map(Map.Entry::getKey)
                                .filter(name -> !PACKAGES_OF_CASES.containsKey(name))
                                .map(name -> name.replaceFirst("^cms\\.", ""))
                                .filter(name -> !decided.contains("- `" + name + "`: ")))
                .isEmpty();
    }

    /**
     * Routes parse, call and render; what opens a transaction is a verb. The pattern found nine files when it was
     * written.
     */
    @Test
    void routesOpenNoTransactions() {
        Pattern banned = Pattern.compile("\\b(?:Database|Tx)\\b|\\bdatabase\\(\\)");
        assertThat(files().filter(file -> file.path().toString().endsWith("Routes.java"))
                        .flatMap(file -> codeWith(banned, file)))
                .isEmpty();
    }

    /**
     * SQL of a room stands in a {@code …Store}. The pattern found eight other files when it was written; what looks
     * after the rows of all rooms, and their sealing, is none of these.
     */
    @Test
    void sqlStandsInStores() {
        Pattern banned = Pattern.compile("\\btx\\.(?:query|update)\\(");
        assertThat(files().filter(file -> !file.path().toString().endsWith("Store.java"))
                        .filter(file -> !Set.of("cms.upkeep", "cms.platform.db").contains(file.packageName()))
                        .filter(file -> !file.path().endsWith("SealedFacts.java"))
                        .flatMap(file -> codeWith(banned, file)))
                .isEmpty();
    }

    /** Variables, fields and members of records; texts and comments are prose. */
    @Test
    void namesOfVariablesAreTheFieldsTerms() {
        Pattern banned = Pattern.compile(
                "\\b(?:told|patience|trouble|wish|deeds?|outlets?|twins?|shelf|knock|corners?|glance|bell)\\b");
        assertThat(files().flatMap(file -> codeWith(banned, file))).isEmpty();
    }

    private static Stream<String> codeWith(Pattern banned, SourceFile file) {
        return IntStream.range(0, file.lines().size())
                .filter(line -> banned.matcher(code(file.lines().get(line))).find())
                .mapToObj(line -> file.path() + ":" + (line + 1) + ": "
                        + file.lines().get(line).strip());
    }

    private static String code(String line) {
        return line.strip().matches("(?:\\*|/\\*|//).*")
                ? ""
                : line.replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"", "").replaceAll(" //.*", "");
    }

    @Test
    void oneNameStandsForOneThing() {
        Map<String, List<String>> places = files().collect(Collectors.groupingBy(
                file -> file.path().getFileName().toString().replace(".java", ""),
                TreeMap::new,
                Collectors.mapping(SourceFile::packageName, Collectors.toList())));
        places.values().removeIf(packages -> packages.size() == 1);
        assertThat(places.keySet())
                .as("names that stand in several packages: " + places)
                .isEqualTo(NAMES_OF_TWO_ROOMS);
    }

    /**
     * Cases of sealed types are read with the name of their type. Shown to fail while 122 other nested types bore the
     * name of a top-level one, among them three of the name {@code Turn}.
     */
    @Test
    void aNestedTypeBearsTheNameOfNoOther() {
        Set<String> names =
                files().flatMap(file -> file.types().stream()).map(Type::name).collect(Collectors.toSet());
        assertThat(files().flatMap(file -> file.nestedTypes().stream()
                        .filter(type -> !type.isCase() && names.contains(type.name()))
                        .map(type -> file.path() + ":" + type.line() + ": a type with a file of its own is called "
                                + type.name())))
                .isEmpty();
    }

    @Test
    void namesSayWhatAThingIs() {
        assertThat(SOURCES.stream()
                        .flatMap(file -> namesOfTypes(file)
                                .filter(type -> words(type.getKey()).anyMatch(BANNED_WORDS::contains))
                                .map(type -> file.path() + ":" + type.getValue() + ": the name " + type.getKey()
                                        + " says nothing")))
                .isEmpty();
        assertThat(SOURCES.stream()
                        .map(SourceFile::packageName)
                        .distinct()
                        .filter(name -> Stream.of(name.split("\\."))
                                .anyMatch(part -> BANNED_WORDS.stream().anyMatch(part::equalsIgnoreCase))))
                .isEmpty();
    }

    @Test
    void namesAreTheFieldsTerms() {
        List<String> found = new ArrayList<>();
        for (SourceFile file : SOURCES) {
            namesOfTypes(file)
                    .forEach(type -> words(type.getKey())
                            .filter(TERM_OF_HOUSE_WORD::containsKey)
                            .forEach(word -> found.add(file.path() + ":" + type.getValue() + ": " + type.getKey()
                                    + " has a word of this house; the term is " + TERM_OF_HOUSE_WORD.get(word))));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void namesOfMethodsAreTheFieldsTerms() {
        List<String> found = new ArrayList<>();
        for (SourceFile file : SOURCES) {
            file.methods()
                    .forEach(method -> CAMEL_WORD
                            .matcher(method.name())
                            .results()
                            .map(word -> word.group().toLowerCase(Locale.ROOT))
                            .filter(TERM_OF_HOUSE_VERB::containsKey)
                            .forEach(word -> found.add(file.path() + ":" + method.line() + ": " + method.name()
                                    + "() has a word of this house; the term is " + TERM_OF_HOUSE_VERB.get(word))));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void namesOfMethodsAreNoParticiplesAlone() {
        assertThat(SOURCES.stream()
                        .flatMap(file -> file.methods().stream()
                                .filter(method -> PARTICIPLES_ALONE.contains(method.name()))
                                .map(method -> file.path() + ":" + method.line() + ": " + method.name())))
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsForAndIsNullMarked() {
        Set<String> told = SOURCES.stream()
                .filter(SourceFile::isPackageInfo)
                .filter(file -> file.lines().contains("@NullMarked")
                        && file.lines().getFirst().startsWith("/**"))
                .map(SourceFile::packageName)
                .collect(Collectors.toSet());
        assertThat(SOURCES.stream().map(SourceFile::packageName).distinct().filter(name -> !told.contains(name)))
                .as("packages without a package-info that tells and is @NullMarked")
                .isEmpty();
    }

    @Test
    void testsNeitherSleepNorMockNorDrawTheirOwnSeeds() {
        Pattern banned = Pattern.compile("Thread\\.sleep\\(|org\\.mockito|@Disabled|new Random\\(\\)");
        List<String> found = new ArrayList<>();
        for (SourceFile file : SourceFiles.under(Path.of("src/test/java"))) {
            for (int line = 0; line < file.lines().size(); line++) {
                if (banned.matcher(file.lines().get(line)).find()
                        && !file.path().endsWith("ArchitectureTest.java")) {
                    found.add(file.path() + ":" + (line + 1) + ": "
                            + file.lines().get(line).strip());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** Top-level and nested types, each with its line. */
    private static Stream<Map.Entry<String, Integer>> namesOfTypes(SourceFile file) {
        return Stream.concat(
                file.types().stream().map(type -> Map.entry(type.name(), type.line())),
                file.nestedTypes().stream().map(type -> Map.entry(type.name(), type.line())));
    }

    private static Stream<SourceFile> files() {
        return SOURCES.stream().filter(file -> !file.isPackageInfo());
    }

    private static Stream<Dependency> dependencies() {
        return CLASSES.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency ->
                        dependency.getTargetClass().getPackageName().matches("cms(\\..*)?"));
    }

    private static String from(Dependency dependency) {
        return room(dependency.getOriginClass().getPackageName());
    }

    private static String to(Dependency dependency) {
        return room(dependency.getTargetClass().getPackageName());
    }

    /** The room of a package: the longest of their names that the package is, or lies in. */
    private static String room(String packageName) {
        if (packageName.equals("cms")) {
            return ROOT;
        }
        String name = packageName.substring("cms.".length());
        return ROOMS.stream()
                .filter(room -> name.equals(room) || name.startsWith(room + "."))
                .max(Comparator.comparingInt(String::length))
                .orElse(name);
    }

    private static int order(String room) {
        return room.equals(ROOT) ? ROOMS.size() : ROOMS.indexOf(room);
    }

    private static boolean isDoor(String packageName) {
        return packageName.equals("cms") || packageName.equals("cms." + room(packageName));
    }

    private static Stream<String> words(String name) {
        return WORD.matcher(name).results().map(result -> result.group());
    }

    private static String says(Dependency dependency, String what) {
        return MAIN.resolve(dependency.getOriginClass().getPackageName().replace('.', '/'))
                + "/"
                + dependency.getSourceCodeLocation().toString().replaceAll("[()]", "") + ": " + from(dependency) + " "
                + what + " ("
                + dependency.getTargetClass().getName() + ")";
    }
}
