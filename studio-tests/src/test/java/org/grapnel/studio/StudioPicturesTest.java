package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.studio.StudioUser.marked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The pictures of docs/studio.md, made from the example of handwritten digits. */
@Tag("browser")
@Tag("once")
class StudioPicturesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)]+)\\)|<img src=\"([^\"]+)\"");
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 920;

    /** What the page leaves free for it. */
    private static final int SCROLLBAR = 15;

    private static final long MAX_BYTES = 200_000;

    @TempDir
    Path home;

    @Test
    void pageShowsOnlyPicturesThatExist() throws IOException {
        Matcher found = PICTURE.matcher(Files.readString(DOCS.resolve("studio.md")));
        int count = 0;
        while (found.find()) {
            Path picture = DOCS.resolve(found.group(1) == null ? found.group(2) : found.group(1));
            assertThat(picture).exists();
            assertThat(Files.size(picture)).as(picture.toString()).isLessThan(MAX_BYTES);
            count++;
        }
        assertThat(count).as("pictures of docs/studio.md").isPositive();
    }

    /** Writes the pictures: {@code mvn test -pl studio-tests -am -Dtest=StudioPicturesTest -Dgrapnel.pictures=true}. */
    @Test
    @EnabledIfSystemProperty(
            named = "grapnel.pictures",
            matches = "true",
            disabledReason = "only with -Dgrapnel.pictures=true")
    @ExtendWith(BrowserExtension.class)
    void drawPictures(TestBrowser browser) throws IOException, InterruptedException {
        try (RunningStudio studio = RunningStudio.start(home.resolve("digits"))) {
            StudioUser user = new StudioUser(browser).open(studio, "/data", "#choose-file");
            user.click("#example-digits")
                    .click(marked("suggestion") + "[aria-label*=digit]")
                    .see(marked("classes"));
            user.click("#new-run").click("#auto-clusters").type("#opt-clusters", "10");
            user.click("#auto-keep")
                    .type("#opt-keep", "24")
                    .type("#title", "Handwritten digits")
                    .click("#start");
            user.see(marked("trust")).see("#curve svg");
            browser.viewport(WIDTH + SCROLLBAR, HEIGHT);
            write(browser, "studio-run.png");
            user.click("#explore").see("main[data-ready=true]").click("#lasso");
            browser.drawAroundLeftHalf("#plot");
            user.read("#selected", "selected");
            write(browser, "studio-explore.png");
        }
    }

    private static void write(TestBrowser browser, String name) throws IOException {
        browser.run("scrollTo(0, 0)");
        var all = browser.screenshot();
        var shown = all.getSubimage(0, 0, all.getWidth(), Math.min(HEIGHT, all.getHeight()));
        ImageIO.write(shown, "png", DOCS.resolve(name).toFile());
    }
}
