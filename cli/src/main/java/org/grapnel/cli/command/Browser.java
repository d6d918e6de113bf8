package org.grapnel.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Opens a page in the browser of the user, if there is one. */
final class Browser {
    private Browser() {}

    /**
     * Opens an address by a file that leads to it, because the words of a process can be read by other users of the machine, and the
     * address has the token.
     *
     * @param place a folder for the file
     */
    static void open(String address, Path place) {
        try {
            Path page = place.toRealPath().resolve("open.html");
            Files.deleteIfExists(page);
            Files.createFile(page, ownerOnly(place));
            Files.writeString(
                    page,
                    "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" + address
                            + "\">" + "<a href=\"" + address + "\">Grapnel Studio</a>\n");
            page.toFile().deleteOnExit();
            for (List<String> program : programs(System.getProperty("os.name"), System.getenv()))
                if (start(program, page.toUri().toString())) return;
        } catch (IOException e) {
            // the address is printed; the user opens it
        }
    }

    /**
     * The programs that open a page, the best one first. On Windows and macOS they are named by their full path, because Windows looks in the
     * current folder first, which may hold files from elsewhere.
     */
    static List<List<String>> programs(String system, Map<String, String> environment) {
        if (system.startsWith("Windows")) {
            String windows = environment.getOrDefault("SystemRoot", "C:\\Windows");
            return List.of(List.of(windows + "\\System32\\rundll32.exe", "url.dll,FileProtocolHandler"));
        }
        if (system.startsWith("Mac")) return List.of(List.of("/usr/bin/open"));
        boolean isOnScreen = environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        return isOnScreen || !system.startsWith("Linux") ? List.of(List.of("xdg-open")) : List.of();
    }

    private static boolean start(List<String> program, String page) {
        List<String> words = new ArrayList<>(program);
        words.add(page);
        try {
            new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path place) throws IOException {
        if (!Files.getFileStore(place).supportsFileAttributeView("posix")) return new FileAttribute<?>[0];
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
    }
}
