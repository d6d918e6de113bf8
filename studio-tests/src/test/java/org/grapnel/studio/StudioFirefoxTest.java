package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.grapnel.browser.TestFirefox;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A smoke path in Firefox: the digits, a run, and whether its groups can be trusted. */
@Tag("browser")
@Tag("once")
class StudioFirefoxTest {
    @TempDir
    Path home;

    @Test
    void digitsBecomeAResultInFirefox() throws IOException, InterruptedException {
        assumeTrue(TestFirefox.missing().isEmpty(), () -> TestFirefox.missing().orElse(""));
        try (RunningStudio studio = RunningStudio.start(home);
                TestFirefox firefox = TestFirefox.start()) {
            firefox.viewport(1280, 900);
            firefox.open(studio.address("/data"));
            click(firefox, "#example-digits");
            click(firefox, "[data-test=suggestion][aria-label*=digit]");
            firefox.await("Boolean(document.querySelector('[data-test=classes]'))");
            click(firefox, "#new-run");
            click(firefox, "#start");
            firefox.await("Boolean(document.querySelector('[data-test=trust]'))");
            assertThat(firefox.evaluate("document.querySelector('[data-test=trust]').textContent")
                            .asString(""))
                    .contains("trust");
            click(firefox, "#explore");
            firefox.await("document.querySelector('#plot')?.dataset.drawn === '1797'");
            click(firefox, "#nav-runs");
            firefox.await("document.querySelectorAll('#runs tbody tr').length === 1");
            assertThat(firefox.evaluate("location.href").asString("")).isEqualTo(studio.origin + "/#/runs");
        }
    }

    private static void click(TestFirefox firefox, String selector) throws IOException, InterruptedException {
        String element = "document.querySelector('" + selector + "')";
        firefox.await("Boolean(" + element + "?.checkVisibility()) && !" + element + ".disabled");
        firefox.evaluate(element + ".click()");
    }
}
