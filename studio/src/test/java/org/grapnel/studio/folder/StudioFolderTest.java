package org.grapnel.studio.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudioFolderTest {
    @TempDir
    Path above;

    @Test
    void dataThatCannotBeReadAreListedWithTheReason() throws IOException {
        Path folder = Files.createDirectory(above.resolve("folder"));
        Path elsewhere = Files.createDirectory(above.resolve("elsewhere"));
        for (String name : new String[] {"good.csv", "a:b.csv", "what?.csv", "nul.csv", ".hidden.csv", "notes.doc"})
            Files.writeString(folder.resolve(name), "a,b\n1,2\n");
        Files.createDirectory(folder.resolve("x.csv.partial"));
        Files.createSymbolicLink(folder.resolve("link.csv"), folder.resolve("good.csv"));
        Files.createSymbolicLink(folder.resolve("pictures"), elsewhere);
        Files.createSymbolicLink(folder.resolve("nowhere.doc"), above.resolve("missing"));
        String link = "it is a symbolic link, which is not followed; copy the data here";
        assertThat(StudioFolder.open(folder).data().stream()
                        .collect(Collectors.toMap(DataEntry::name, DataEntry::problem)))
                .containsOnlyKeys("good.csv", "a:b.csv", "what?.csv", "nul.csv", "link.csv", "pictures")
                .containsEntry("good.csv", "")
                .containsEntry("link.csv", link)
                .containsEntry("pictures", link)
                .containsEntry("a:b.csv", "its name holds ':'; the characters /\\:*?\"<>| are not allowed in a name")
                .containsEntry("nul.csv", "its name is that of a device of Windows; choose another name");
    }

    @Test
    void folderThatCannotBeMadeIsRefusedWithTheReason() {
        assertThatThrownBy(() -> StudioFolder.open(Path.of("/proc/grapnel-studio")))
                .isInstanceOf(DataException.class)
                .hasMessage("/proc/grapnel-studio: cannot be used: it cannot be made in /proc;"
                        + " choose a folder that you can write");
    }
}
