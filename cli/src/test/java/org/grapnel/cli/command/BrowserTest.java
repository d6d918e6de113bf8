package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class BrowserTest {
    @Test
    void noProgramIsTakenFromTheCurrentFolder() {
        assertThat(Browser.programs("Windows 11", Map.of("SystemRoot", "D:\\Windows")))
                .containsExactly(List.of("D:\\Windows\\System32\\rundll32.exe", "url.dll,FileProtocolHandler"));
        assertThat(Browser.programs("Mac OS X", Map.of())).containsExactly(List.of("/usr/bin/open"));
    }

    @Test
    void linuxWithoutAScreenOpensNothing() {
        assertThat(Browser.programs("Linux", Map.of())).isEmpty();
        assertThat(Browser.programs("Linux", Map.of("DISPLAY", ":0"))).containsExactly(List.of("xdg-open"));
        assertThat(Browser.programs("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")))
                .containsExactly(List.of("xdg-open"));
    }
}
