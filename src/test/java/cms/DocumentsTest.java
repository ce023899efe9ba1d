package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents for users and operators name is there. */
class DocumentsTest {
    private static final Pattern SETTING = Pattern.compile("CMS_[A-Z0-9_]*[A-Z0-9](?:_\\*)?");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)");

    private static final Pattern RULES = Pattern.compile("^\\| (spec|reference) ([0-9., ]+) \\|");
    private static final Pattern CITED = Pattern.compile("\\b(spec|reference) ([0-9]+(?:\\.[0-9]+)*)");
    private static final Pattern INDENTED = Pattern.compile("(?m)^\\n {4}(\\S.*)$");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```([^\\n]*)$(.*?)^ *```$");
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

    /** {@code bash} is run by {@code .ci/walks}; {@code console} and {@code text} only show. */
    @Test
    void everyCodeBlockSaysWhatItIsAndJsonIsJson() throws IOException {
        Set<String> wrong = new TreeSet<>();
        try (Stream<Path> files = documents()) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".md")).toList()) {
                Matcher blocks = BLOCK.matcher(Files.readString(file));
                while (blocks.find()) {
                    String language = blocks.group(1);
                    if (!LANGUAGES.contains(language)) {
                        wrong.add(file + ": a block of \"" + language + "\"");
                    } else if (language.equals("json")) {
                        Json.parse(blocks.group(2));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
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
