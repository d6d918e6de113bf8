package org.grapnel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which Grapnel this is; the number stands in the pom and nowhere else. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"grapnel " + number()};
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
