package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a distribution makes a class archive, uses it if it fits, and ignores it silently if not. */
@Tag("once")
@ExtendWith(TestProcesses.class)
class LauncherArchiveTest {
    private static final String SHARED = "org.grapnel.cli.Main source: shared objects file";

    /** An unpacked distribution: bin/grapnel and the jars in lib. */
    @TempDir
    Path home;

    @BeforeEach
    void unpack() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to run the launcher");
        Files.createDirectory(home.resolve("bin"));
        Files.copy(Path.of("src", "dist", "bin", "grapnel"), home.resolve("bin/grapnel"));
        Path lib = Files.createDirectory(home.resolve("lib"));
        List<Path> classes = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> Files.exists(path) && !path.endsWith("test-classes"))
                .toList();
        for (int i = 0; i < classes.size(); i++) {
            Path path = classes.get(i);
            // a jar keeps its name, by which JavaCPP finds the libraries that it has unpacked before
            if (Files.isDirectory(path)) pack(path, lib.resolve("module-" + i + ".jar"));
            else Files.copy(path, lib.resolve(path.getFileName()));
        }
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (Stream<Path> files = Files.walk(folder);
                OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    @Test
    void theFirstCallMakesAnArchiveWithTheSameOutput() throws IOException, InterruptedException {
        Map<String, String> plain = Map.of("GRAPNEL_ARCHIVE", "");
        grapnel(plain, "data", "synthetic", "-o", "data.csv", "--samples", "60", "--features", "12", "--noise", "4");
        Cli help = grapnel(plain, "fit", "--help");
        List<String> files = fit(plain, "plain");
        assertThat(archives()).isEmpty();

        assertThat(grapnel(Map.of(), "fit", "--help")).isEqualTo(help);
        awaitArchive();
        assertThat(isUsed()).isTrue();
        assertThat(grapnel(Map.of(), "fit", "--help")).isEqualTo(help);
        assertThat(fit(Map.of(), "archived")).isEqualTo(files);
    }

    /** The results of a fit that do not depend on the clock. */
    private List<String> fit(Map<String, String> environment, String run) throws IOException, InterruptedException {
        Cli cli = grapnel(
                environment, "fit", "data.csv", "--labels", "class", "--clusters", "3", "--keep", "6", "-o", run);
        assertThat(cli.code()).as(cli.err()).isZero();
        List<String> files = new ArrayList<>();
        for (String name : List.of("labels.csv", "features.csv", "markers.csv"))
            files.add(Files.readString(home.resolve(run).resolve(name)));
        return files;
    }

    @Test
    void anArchiveThatDoesNotFitIsIgnoredSilently() throws IOException, InterruptedException {
        makeTwice();
        assertThat(isUsed()).isTrue();
        Path archive = archives().get(0);
        byte[] good = Files.readAllBytes(archive);
        Cli plain = grapnel(Map.of("GRAPNEL_ARCHIVE", ""), "--help");

        replace(archive, "no archive at all".getBytes(StandardCharsets.UTF_8));
        assertThat(isUsed()).isFalse();
        assertThat(grapnel(Map.of(), "--help")).as("garbage").isEqualTo(plain);
        replace(archive, Arrays.copyOf(good, 5000));
        assertThat(grapnel(Map.of(), "--help")).as("truncated").isEqualTo(plain);
        replace(archive, new byte[0]);
        assertThat(grapnel(Map.of(), "--help")).as("Java could make none").isEqualTo(plain);
        replace(archive, ofAnotherJava(good));
        assertThat(isUsed()).isFalse();
        assertThat(grapnel(Map.of(), "--help")).as("another Java").isEqualTo(plain);

        replace(archive, good);
        assertThat(isUsed()).isTrue();
        Files.setLastModifiedTime(home.resolve("lib/module-0.jar"), FileTime.fromMillis(0));
        assertThat(isUsed()).isFalse();
        assertThat(grapnel(Map.of(), "--help")).as("another jar").isEqualTo(plain);
    }

    /** Two processes that make it at once leave one archive, and no other file. */
    private void makeTwice() throws IOException, InterruptedException {
        Process one = TestProcesses.start(launcher(Map.of(), List.of("--make-archive")));
        Process two = TestProcesses.start(launcher(Map.of(), List.of("--make-archive")));
        assertThat(one.waitFor()).isZero();
        assertThat(two.waitFor()).isZero();
        awaitArchive();
    }

    @Test
    void aFolderThatCannotBeWrittenWorks() throws IOException, InterruptedException {
        Cli plain = grapnel(Map.of("GRAPNEL_ARCHIVE", ""), "--version");
        String nowhere = home.resolve("missing/folder/grapnel").toString();
        assertThat(grapnel(Map.of("GRAPNEL_ARCHIVE", nowhere), "--version")).isEqualTo(plain);
        File lib = home.resolve("lib").toFile();
        assumeTrue(lib.setWritable(false) && !Files.isWritable(lib.toPath()), "this user can write any folder");
        try {
            assertThat(grapnel(Map.of(), "--version")).isEqualTo(plain);
            assertThat(archives()).isEmpty();
        } finally {
            assertThat(lib.setWritable(true)).isTrue();
        }
    }

    /** Changes the version of the Java that made an archive, which its header contains as text. */
    private static byte[] ofAnotherJava(byte[] archive) {
        String header = new String(archive, 0, 4096, StandardCharsets.ISO_8859_1);
        int at = header.indexOf(System.getProperty("java.vm.version"));
        assertThat(at).as("the version in the header").isPositive();
        byte[] other = archive.clone();
        other[at] = '9';
        return other;
    }

    private static void replace(Path archive, byte[] bytes) throws IOException {
        Files.delete(archive); // Java writes a file that is read-only
        Files.write(archive, bytes);
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }

    private void awaitArchive() throws IOException, InterruptedException {
        for (int i = 0; i < 1200 && !isMade(); i++) Thread.sleep(100);
        assertThat(archives()).hasSize(1);
        assertThat(isMade()).isTrue();
    }

    private boolean isMade() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains(".jsa"))
                    .toList();
            return names.size() == 2 && names.stream().noneMatch(name -> name.endsWith(".new"));
        }
    }

    /** Whether Java takes the main class from the archive. */
    private boolean isUsed() throws IOException, InterruptedException {
        return grapnel(Map.of("GRAPNEL_JAVA_OPTS", "-Xlog:class+load"), "--help")
                .out()
                .contains(SHARED);
    }

    private Cli grapnel(Map<String, String> environment, String... words) throws IOException, InterruptedException {
        Path err = home.resolve("err");
        Process process =
                TestProcesses.start(launcher(environment, List.of(words)).redirectError(err.toFile()));
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Cli(process.waitFor(), out, Files.readString(err));
    }

    private ProcessBuilder launcher(Map<String, String> environment, List<String> words) {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", home.resolve("bin/grapnel").toString()));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GRAPNEL_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return builder;
    }
}
