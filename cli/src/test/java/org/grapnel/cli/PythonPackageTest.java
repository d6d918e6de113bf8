package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.grapnel.Grapnel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the package for Python, in {@code python/tests}, on the classes of this build. */
@Tag("once")
@Tag("slow")
@ExtendWith(TestProcesses.class)
class PythonPackageTest {
    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final Path PACKAGE = Path.of("..", "python").toAbsolutePath().normalize();
    private static final int MINUTES = 20;

    @TempDir
    Path home;

    @Test
    void estimatorsHaveTheBitsOfTheCommandLine() throws IOException, InterruptedException {
        requirePassed("tests/test_estimators.py", "tests/test_same_bits.py");
    }

    @Test
    @Tag("full")
    void testsOfThePackagePass() throws IOException, InterruptedException {
        requirePassed("tests");
    }

    private void requirePassed(String... tests) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PYTHON), "skipped: there is no " + PYTHON);
        String modules = "import pytest, sklearn, anndata, pandas, venv, pip, setuptools, wheel";
        assumeTrue(
                TestProcesses.run(PYTHON.toString(), "-c", modules).code() == 0,
                "skipped: " + PYTHON + " lacks a module (apt install python3-pytest python3-sklearn python3-anndata"
                        + " python3-pandas python3-venv python3-pip python3-setuptools python3-wheel)");
        writeDistribution();
        Path output = home.resolve("pytest.txt");
        List<String> command =
                new ArrayList<>(List.of(PYTHON.toString(), "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"));
        command.addAll(List.of(tests));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(PACKAGE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("GRAPNEL_HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = TestProcesses.start(builder);
        boolean isEnded = process.waitFor(MINUTES, TimeUnit.MINUTES);
        String printed = Files.readString(output);
        assertThat(isEnded)
                .as("ended in %d minutes; it printed:%n%s", MINUTES, printed)
                .isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
    }

    /** An unpacked distribution whose only jar names the class path of this test. */
    private void writeDistribution() throws IOException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .map(path -> path.toUri().toString())
                .collect(Collectors.joining(" "));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path jar = Files.createDirectory(home.resolve("lib")).resolve("grapnel-cli-" + Grapnel.version() + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream archive = new JarOutputStream(out, manifest)) {
            archive.finish();
        }
    }
}
