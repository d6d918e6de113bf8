import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Reads what PIT found in core/target/mutants/PACKAGE/mutations.xml and writes core/target/reliability/mutants-PACKAGE.md, a section of
 * docs/reliability.md, and beside it survivors-PACKAGE.md, all survivors with their reasons from build/mutants.txt. Exits with 1 if a package
 * is below {@link #LEAST}. Run by build/mutants.
 */
public final class Mutants {
    /** The percentage of changes that the tests of a package must notice. */
    private static final double LEAST = 85;

    private static final Path FOUND = Path.of("core/target/mutants");

    private static final Path SOURCES = Path.of("core/src/main/java");

    /** One change. A reason is bound to the text of the line, not to its number. */
    private record Mutant(
            boolean noticed, String status, String type, String method, String mutator, int number, String line, String change) {
        static Mutant of(Element e, Map<String, List<String>> sources) {
            String type = text(e, "mutatedClass");
            int dollar = type.indexOf('$');
            String file = type.substring(0, type.lastIndexOf('.') + 1).replace('.', '/') + text(e, "sourceFile");
            int number = Integer.parseInt(text(e, "lineNumber"));
            String mutator = text(e, "mutator");
            return new Mutant(
                    e.getAttribute("detected").equals("true"),
                    e.getAttribute("status"),
                    (dollar < 0 ? type : type.substring(0, dollar)).replace("org.grapnel.", ""),
                    text(e, "mutatedMethod"),
                    mutator.substring(mutator.lastIndexOf('.') + 1).replace("Mutator", ""),
                    number,
                    line(sources.computeIfAbsent(file, Mutants::lines), number),
                    text(e, "description"));
        }

        private static String line(List<String> source, int number) {
            return number < 1 || number > source.size() ? "" : source.get(number - 1).strip();
        }

        /** Whether a test failed. A mutant is also noticed when the tests time out or run out of memory. */
        boolean killed() {
            return status.equals("KILLED");
        }

        boolean reached() {
            return !status.equals("NO_COVERAGE");
        }
    }

    /** A line of build/mutants.txt: {@code class method mutator | part of the line or of the change | why no test can notice}. */
    private record Reason(String type, String method, String mutator, String part, String why) {
        static Reason of(String line) {
            String[] fields = line.split(" \\| ", 3);
            String[] key = fields[0].strip().split(" +");
            if (fields.length != 3 || key.length != 3) throw new IllegalArgumentException("build/mutants.txt: " + line);
            return new Reason(key[0], key[1], key[2], fields[1].strip(), fields[2].strip());
        }

        boolean fits(Mutant m) {
            return fits(type, m.type) && fits(method, m.method) && fits(mutator, m.mutator) && (m.line.contains(part) || m.change.contains(part));
        }

        private static boolean fits(String pattern, String word) {
            return pattern.equals("*") || pattern.equals(word);
        }
    }

    public static void main(String[] packages) throws Exception {
        List<Reason> reasons = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("build/mutants.txt")))
            if (!line.isBlank() && !line.startsWith("#")) reasons.add(Reason.of(line));
        Path folder = Path.of("core/target/reliability");
        Files.createDirectories(folder);
        boolean enough = true;
        for (String name : packages) {
            Path found = FOUND.resolve(name).resolve("mutations.xml");
            if (!Files.exists(found) || olderThanItsSources(found, name)) {
                System.err.println(name + ": not measured, or the code has changed since");
                enough = false;
                continue;
            }
            List<Mutant> mutants = read(found);
            long noticed = mutants.stream().filter(Mutant::noticed).count();
            long killed = mutants.stream().filter(Mutant::killed).count();
            double rate = 100.0 * noticed / mutants.size();
            if (!(rate >= LEAST)) {
                enough = false;
                System.err.println(String.format(Locale.ROOT, "%s: %.1f %% noticed, at least %.0f %% required", name, rate, LEAST));
            }
            List<Reason> unused = new ArrayList<>(reasons);
            StringBuilder survivors = new StringBuilder();
            int open = 0;
            String type = "";
            for (Mutant m : mutants) {
                if (m.noticed) continue;
                if (!m.type.equals(type)) survivors.append("\n`").append(m.type).append("`\n\n");
                type = m.type;
                Optional<Reason> reason = reasons.stream().filter(r -> r.fits(m)).findFirst();
                reason.ifPresent(unused::remove);
                if (reason.isEmpty()) open++;
                survivors.append(line(m, reason));
            }
            for (Reason r : unused)
                if (r.type.startsWith(name + ".")) System.err.println("build/mutants.txt: no mutant survives any more at " + r);
            Files.writeString(folder.resolve("survivors-" + name + ".md"), "# Survivors in `" + name + "`\n" + survivors);
            Files.writeString(
                    folder.resolve("mutants-" + name + ".md"),
                    String.format(
                            Locale.ROOT,
                            """
                            ## Mutants of `%s`

                            PIT changes one condition, number, call or result of the code at a time and runs the tests of the package. At least %.0f %% of
                            the changes must be noticed: a test fails, or the tests time out or run out of memory. The reasons of those that survive are
                            in `build/mutants.txt`. Repeat it with `build/mutants %s`.

                            | changes | a test fails | timeout, memory | noticed | survivors | of these without a reason |
                            |---:|---:|---:|---:|---:|---:|
                            | %d | %d | %d | %.1f %% | %d | %d |
                            """,
                            name,
                            LEAST,
                            name,
                            mutants.size(),
                            killed,
                            noticed - killed,
                            rate,
                            mutants.size() - noticed,
                            open));
            System.out.println(String.format(Locale.ROOT, "%s: %.1f %% of %d noticed, %d survivors without a reason", name, rate, mutants.size(), open));
        }
        if (!enough) System.exit(1);
    }

    private static String line(Mutant m, Optional<Reason> reason) {
        return String.format(
                Locale.ROOT,
                "- `%s`, line %d, %s: `%s` – %s%s%n",
                m.method,
                m.number,
                m.change.replaceAll("[\\w/]+/", ""),
                m.line,
                reason.map(Reason::why).orElse("not examined"),
                m.reached() ? "" : " (not reached by the tests of its package)");
    }

    /** A mutant has a line number only, which is wrong once the file changes. */
    private static boolean olderThanItsSources(Path found, String name) throws IOException {
        FileTime measured = Files.getLastModifiedTime(found);
        if (!Files.isDirectory(SOURCES.resolve("org/grapnel").resolve(name))) return true;
        try (Stream<Path> files = Files.walk(SOURCES.resolve("org/grapnel").resolve(name))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator)
                if (Files.getLastModifiedTime(file).compareTo(measured) > 0) return true;
        }
        return false;
    }

    private static List<Mutant> read(Path found) throws Exception {
        NodeList all = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(found.toFile())
                .getElementsByTagName("mutation");
        Map<String, List<String>> sources = new LinkedHashMap<>();
        List<Mutant> mutants = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) mutants.add(Mutant.of((Element) all.item(i), sources));
        mutants.sort(Comparator.comparing(Mutant::type).thenComparing(Mutant::number).thenComparing(Mutant::change));
        return mutants;
    }

    private static String text(Element e, String tag) {
        return e.getElementsByTagName(tag).item(0).getTextContent();
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(SOURCES.resolve(file));
        } catch (IOException e) {
            return List.of(); // the file no longer exists
        }
    }
}
