package org.grapnel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import org.grapnel.linalg.Compute;
import picocli.CommandLine.IVersionProvider;

/** Which Grapnel this is, and what it runs on, as one would put it into a report of a fault. The number stands in the pom alone. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"grapnel " + number(), runsOn()};
    }

    private static String runsOn() {
        try (Compute on = Compute.of(1)) {
            return Text.format(
                    "Java %s, %s %s, %s; products by %s",
                    System.getProperty("java.version"),
                    System.getProperty("os.name"),
                    System.getProperty("os.arch"),
                    Text.count(Runtime.getRuntime().availableProcessors(), "processor"),
                    on.kernelName());
        }
    }

    static String number() {
        try (InputStream in =
                Objects.requireNonNull(Version.class.getResourceAsStream("version.properties"), "version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
