package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents for users and operators name is there. */
class DocumentsTest {
    private static final int HALF_A_PAGE_WORDS = 300;
    private static final Pattern SETTING = Pattern.compile("CMS_[A-Z0-9_]*[A-Z0-9](?:_\\*)?");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)");

    private static final Pattern RULES = Pattern.compile("^\\| (spec|reference|design) ([0-9., ]+) \\|");
    private static final Pattern CITED = Pattern.compile("\\b(spec|reference|design) ([0-9]+(?:\\.[0-9]+)*)");
    private static final Pattern TYPE =
            Pattern.compile("`([A-Z][a-z]+[A-Z]\\w*|[A-Z]\\w+(?=\\.))(?:\\.([a-zA-Z]\\w*))?(?:\\(\\))?`");
    private static final Pattern DOTTED = Pattern.compile("`((?:[a-z]\\w*\\.)+)([A-Z]\\w*)(?:\\.(\\w+))?(?:\\(\\))?`");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {4}([^ ]+)");
    private static final Pattern INDENTED = Pattern.compile("(?m)^\\n {4}(\\S.*)$");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```([^\\n]*)$(.*?)^ *```$");
    private static final Set<String> OF_THE_BROWSER = Set.of("BroadcastChannel");
    private static final Set<String> LANGUAGES =
            Set.of("bash", "json", "ini", "text", "console", "html", "js", "ts", "tsx", "astro");

    @Test
    void everySettingThatADocumentNamesExists() throws IOException {
        Set<String> known = settings(Files.readString(Path.of(".env.example")));
        Set<String> unknown = new TreeSet<>();
        try (Stream<Path> files = documents()) {
            for (Path file : files.toList()) {
                for (String name : settings(Files.readString(file))) {
                    boolean group = name.endsWith("_*");
                    String prefix = name.substring(0, name.length() - (group ? 1 : 0));
                    if (group ? known.stream().noneMatch(one -> one.startsWith(prefix)) : !known.contains(name)) {
                        unknown.add(file + ": " + name);
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void everyLinkOfADocumentLeadsToAFile() throws IOException {
        Set<String> broken = new TreeSet<>();
        try (Stream<Path> files = documents()) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".md")).toList()) {
                Matcher links = LINK.matcher(Files.readString(file));
                while (links.find()) {
                    if (!Files.exists(file.resolveSibling(links.group(1)))) {
                        broken.add(file + ": " + links.group(1));
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyRecordOfADecisionIsHalfAPage() throws IOException {
        Set<String> longer = new TreeSet<>();
        try (Stream<Path> records = Files.list(Path.of("docs/decisions"))) {
            for (Path record : records.toList()) {
                int words = Files.readString(record).strip().split("\\s+").length;
                if (words > HALF_A_PAGE_WORDS) {
                    longer.add(record + ": " + words + " words");
                }
            }
        }
        assertThat(longer).isEmpty();
    }

    /** Shown to fail on a title without its full stop. */
    @Test
    void everyRecordOfADecisionHasItsNumberAndItsThreeParts() throws IOException {
        Set<String> malformed = new TreeSet<>();
        Set<String> numbers = new TreeSet<>();
        try (Stream<Path> records = Files.list(Path.of("docs/decisions"))) {
            for (Path record :
                    records.filter(file -> !file.endsWith("README.md")).toList()) {
                String number = record.getFileName().toString().substring(0, 4);
                String text = Files.readString(record);
                boolean complete =
                        Stream.of("Context", "Choice", "Cost").allMatch(part -> text.contains("\n**" + part + ".**"));
                if (!numbers.add(number) || !complete || !text.startsWith("# " + Integer.parseInt(number) + ". ")) {
                    malformed.add(record.toString());
                }
            }
        }
        assertThat(malformed).isEmpty();
    }

    /** {@code .ci/running} starts those files. */
    @Test
    void whatIsShownOfAProxyStandsInTheFilesThatAreStarted() throws IOException {
        String security = Files.readString(Path.of("SECURITY.md"));
        List<String> nginx = Files.readString(Path.of("docs/running/nginx.conf"))
                .lines()
                .map(String::strip)
                .toList();
        String location = security.substring(security.indexOf("location / {"));
        assertThat(nginx)
                .containsAll(location.substring(0, location.indexOf('}') + 1)
                        .lines()
                        .map(String::strip)
                        .toList());
        assertThat(security.replaceAll("\\s+", " "))
                .contains(Files.readString(Path.of("docs/running/Caddyfile"))
                        .replaceAll("(?m)^#.*", "")
                        .strip()
                        .replaceAll("\\s+", " "));
    }

    @Test
    void everyCodeBlockSaysWhatItIsAndJsonIsJson() {
        List<Documents.Block> blocks = blocks();
        assertThat(blocks)
                .allSatisfy(block -> assertThat(LANGUAGES).as(block.name()).contains(block.language()));
        blocks.stream().filter(block -> block.language().equals("json")).forEach(block -> Json.parse(block.text()));
    }

    /** A block that nobody runs says, some day, what does not work. */
    @Test
    void everyCodeBlockIsRunBySomebodyWhoTheListNames() throws IOException {
        Map<String, List<String>> runners = runners();
        assertThat(runners.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        blocks().stream().map(Documents.Block::name).toList());
        Set<String> wrong = new TreeSet<>();
        for (Map.Entry<String, List<String>> row : runners.entrySet()) {
            assertThat(row.getValue()).as(row.getKey()).isNotEmpty();
            for (String runner : row.getValue()) {
                if (!runs(runner, row.getKey())) {
                    wrong.add(runner + " does not run " + row.getKey());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** What README and CONTRIBUTING give as one line each begins with a program of this tree. */
    @Test
    void everyCommandLineOfAContributorBeginsWithAProgramThatIsThere() throws IOException {
        List<String> programs = new ArrayList<>();
        for (String document : List.of("README.md", "CONTRIBUTING.md")) {
            Matcher lines = COMMAND.matcher(Files.readString(Path.of(document)));
            while (lines.find()) {
                programs.add(lines.group(1));
            }
        }
        assertThat(programs).hasSizeGreaterThan(30).allMatch(program -> Files.isExecutable(Path.of(program)));
    }

    @Test
    void whereItIsDecidedNamesEveryTypeThatWritesAMail() throws IOException {
        String row = Files.readAllLines(Path.of("docs/where.md")).stream()
                .filter(line -> line.startsWith("| what a mail says |"))
                .findFirst()
                .orElseThrow();
        assertThat(SourceFiles.under(Path.of("src/main/java")).stream()
                        .filter(file -> !file.packageName().equals("cms.platform.mail"))
                        .filter(file -> String.join("\n", file.lines()).contains("new Mail(")))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(row)
                        .contains("`" + file.packageName().replaceFirst("cms\\.", "") + "."
                                + file.path().getFileName().toString().replace(".java", "`")));
    }

    private static List<Documents.Block> blocks() {
        return Documents.all().stream()
                .flatMap(file -> Documents.blocks(file).stream())
                .toList();
    }

    /** A part of .ci looks itself whether it ran what the list gives to it; a test asks for the block by its name. */
    private static boolean runs(String runner, String block) throws IOException {
        if (runner.startsWith(".ci/")) {
            Path part = Path.of(runner);
            return Files.isExecutable(part) && Files.readString(part).contains("$(unwalked " + runner + ")");
        }
        Path test = Path.of("src/test/java", runner.replace('.', '/') + ".java");
        String[] words = block.split(" ");
        return Files.exists(test)
                && Files.readString(test)
                        .replaceAll("\\s+", "")
                        .contains("block(\"" + words[0] + "\",\"" + words[1] + "\"," + words[2] + ")");
    }

    private static Map<String, List<String>> runners() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/documents/blocks.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\\|", 2))
                .collect(Collectors.toMap(
                        row -> row[0].strip(), row -> List.of(row[1].strip().split(" "))));
    }

    /** A comment that cites a rule is of use to who has docs/rules.md alone. */
    @Test
    void everyRuleThatTheCodeCitesHasARowInTheListOfRules() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("docs/rules.md"))) {
            Matcher row = RULES.matcher(line);
            if (row.find()) {
                for (String number : row.group(2).split(", ")) {
                    listed.add(row.group(1) + " " + number);
                }
            }
        }
        Set<String> missing = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher cited = CITED.matcher(Files.readString(file));
                while (cited.find()) {
                    String rule = cited.group(1) + " " + cited.group(2);
                    if (!listed.contains(rule) && !listed.contains(rule.replaceFirst("\\.[0-9]+$", ""))) {
                        missing.add(file.getFileName() + ": " + rule);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Ten minutes at 250 words a minute; lists that are looked up stand in docs/. */
    @Test
    void theArchitectureIsReadInTenMinutes() throws IOException {
        assertThat(Files.readString(Path.of("ARCHITECTURE.md")).split("\\s+")).hasSizeLessThanOrEqualTo(2_500);
    }

    /**
     * Shown to fail on three records whose types had been renamed. What only the platform or the browser has is listed.
     */
    @Test
    void everyTypeThatADocumentNamesIsThereAndHasTheMember() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".java")).toList()) {
                sources.merge(
                        file.getFileName().toString().replace(".java", ""), Files.readString(file), String::concat);
            }
        }
        String everything = String.join("\n", sources.values());
        Set<String> missing = new TreeSet<>();
        for (Path document : documentsForContributors()) {
            Matcher named = TYPE.matcher(Files.readString(document));
            while (named.find()) {
                String type = sources.get(named.group(1));
                String member = named.group(2);
                boolean there =
                        type == null ? hasWord(everything, named.group(1)) : member == null || hasWord(type, member);
                if (!there && !OF_THE_BROWSER.contains(named.group(1))) {
                    missing.add(document + ": " + named.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /**
     * A name with its package, such as {@code review.branch.ChangeLimit}, is a file there, and names a member of it.
     */
    @Test
    void everyTypeThatADocumentNamesWithItsPackageIsThere() throws IOException {
        Set<String> missing = new TreeSet<>();
        int count = 0;
        for (Path document : documentsForContributors()) {
            Matcher named = DOTTED.matcher(Files.readString(document));
            for (; named.find(); count++) {
                String inCms = named.group(1).startsWith("cms.") ? named.group(1) : "cms." + named.group(1);
                Path file = Path.of("src/main/java", inCms.replace('.', '/') + named.group(2) + ".java");
                String member = named.group(3);
                if (!Files.exists(file) || member != null && !hasWord(Files.readString(file), member)) {
                    missing.add(document + ": " + named.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(count).isGreaterThan(50);
    }

    private static List<Path> documentsForContributors() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(Path.of("ARCHITECTURE.md"), Path.of("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.walk(Path.of("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents;
    }

    private static boolean hasWord(String text, String word) {
        return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
    }

    /** An indented block would be run by nobody and looked at by no test. */
    @Test
    void codeStandsInFences() throws IOException {
        Set<String> indented = new TreeSet<>();
        try (Stream<Path> files = documents()) {
            for (Path file : files.filter(
                            name -> name.startsWith("docs") && name.toString().endsWith(".md"))
                    .toList()) {
                Matcher blocks =
                        INDENTED.matcher(BLOCK.matcher(Files.readString(file)).replaceAll(""));
                while (blocks.find()) {
                    indented.add(file + ": " + blocks.group(1).strip());
                }
            }
        }
        assertThat(indented).isEmpty();
    }

    private static Stream<Path> documents() throws IOException {
        Stream<Path> docs = Files.walk(Path.of("docs"))
                .filter(Files::isRegularFile)
                .filter(file -> !file.toString().endsWith(".png"))
                .filter(file -> !file.startsWith(Path.of("docs/decisions")));
        return Stream.concat(Stream.of(Path.of("README.md"), Path.of("SECURITY.md")), docs);
    }

    private static Set<String> settings(String text) {
        Set<String> names = new TreeSet<>();
        SETTING.matcher(text).results().map(found -> found.group()).forEach(names::add);
        return names;
    }
}
