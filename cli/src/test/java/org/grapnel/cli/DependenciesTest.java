package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code docs/dependencies.md} lists the libraries of the class path, and all their licences are allowed. */
@Tag("once")
class DependenciesTest {
    private static final Set<String> ALLOWED = Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC");
    private static final Pattern ROW = Pattern.compile("\\| (\\S+):(\\S+) \\| (\\S+) \\| (\\S+) \\| .* \\|");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>(.*?)</dependency>",
            Pattern.DOTALL);
    private static final Path PAGE = Path.of("..", "docs", "dependencies.md");

    /** @param given whether it is published to users */
    private record Library(String group, String name, String version, String licence, boolean given) {
        /** Native libraries have one jar for each platform. */
        boolean is(Path jar) {
            String file = jar.getFileName().toString();
            boolean inItsFolder =
                    jar.toString().replace('\\', '/').contains(group.replace('.', '/') + "/" + name + "/");
            String wanted = name + "-" + version;
            return inItsFolder
                    && (file.equals(wanted + ".jar")
                            || file.matches(Pattern.quote(wanted) + "-(linux|macosx|windows)-\\w+\\.jar"));
        }
    }

    private static List<Library> listed() throws IOException {
        String page = Files.readString(PAGE);
        int tests = page.indexOf("Only for tests and benchmarks");
        assertThat(tests).isPositive();
        return ROW.matcher(page)
                .results()
                .map(row -> new Library(row.group(1), row.group(2), row.group(3), row.group(4), row.start() < tests))
                .toList();
    }

    private static List<Path> jars() {
        return Stream.of(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
                .map(Path::of)
                .filter(path -> path.toString().endsWith(".jar"))
                .filter(path -> !path.getFileName().toString().startsWith("grapnel-"))
                .filter(path -> !path.toString().contains("surefire"))
                .toList();
    }

    @Test
    void everyLibraryOnTheClassPathIsListedWithItsVersion() throws IOException {
        List<Library> listed = listed();
        List<Path> jars = jars();
        assertThat(jars).hasSizeGreaterThan(20);
        assertThat(jars)
                .allSatisfy(jar -> assertThat(listed)
                        .as("docs/dependencies.md has no row for " + jar.getFileName())
                        .anyMatch(library -> library.is(jar)));
        assertThat(listed.stream().filter(Library::given))
                .allSatisfy(library -> assertThat(jars)
                        .as(library + " is not on the class path")
                        .anyMatch(library::is));
    }

    @Test
    void publishedLibrariesHaveAllowedLicences() throws IOException {
        assertThat(listed().stream().filter(Library::given))
                .hasSizeGreaterThan(20)
                .allMatch(library -> ALLOWED.contains(library.licence));
        assertThat(listed()).noneMatch(library -> library.version.contains("SNAPSHOT"));
    }

    /** Libraries that the page lists for tests have the scope test in every published module. */
    @Test
    void testLibrariesAreNotPublished() throws IOException {
        Set<String> tests = listed().stream()
                .filter(library -> !library.given)
                .map(library -> library.group + ":" + library.name)
                .collect(Collectors.toSet());
        int found = 0;
        for (String module :
                List.of("core", "formats", "runs", "report", "options", "studio", "paper", "cli", "spark")) {
            Matcher dependency =
                    DEPENDENCY.matcher(Files.readString(Path.of("..", module).resolve("pom.xml")));
            while (dependency.find()) {
                String name = dependency.group(1) + ":" + dependency.group(2);
                if (!tests.contains(name)) continue;
                found++;
                assertThat(dependency.group(3)).as(module + " has " + name).contains("<scope>test</scope>");
            }
        }
        assertThat(found).isGreaterThan(5);
    }

    @Test
    void theParentPomHasNoSnapshotsAndNoRanges() throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"))
                // the required versions of Java and Maven are ranges
                .replaceAll("(?s)<require(Java|Maven)Version>.*?</require\\1Version>", "");
        assertThat(pom).contains("<version>");
        assertThat(Pattern.compile("-SNAPSHOT<|ersion>\\s*(?:[\\[(]|LATEST|RELEASE)")
                        .matcher(pom)
                        .results()
                        .map(found -> pom.substring(found.start(), Math.min(pom.length(), found.end() + 20))))
                .isEmpty();
    }

    /** All versions are in one place, the parent pom. */
    @Test
    void onlyTheParentPomNamesVersions() throws IOException {
        Pattern version = Pattern.compile("<version>([^$<][^<]*)</version>");
        try (Stream<Path> folders = Files.list(Path.of(".."))) {
            for (Path pom : folders.map(folder -> folder.resolve("pom.xml"))
                    .filter(Files::exists)
                    .toList()) {
                Matcher found = version.matcher(Files.readString(pom));
                while (found.find())
                    assertThat(found.group(1)).as(pom.toString()).isEqualTo("0.2.0");
            }
        }
    }
}
