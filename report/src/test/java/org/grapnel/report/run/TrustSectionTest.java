package org.grapnel.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.Trust;
import org.grapnel.model.Model;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.read.SavedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustSectionTest {
    @TempDir
    Path home;

    private String page(Optional<Trust> trust) throws IOException {
        return MarkedRun.page(home.resolve("run"), Model.GNMF_L20, 3, trust, i -> "gene " + i);
    }

    /** The verdict is the first element after the contents. */
    private static void assertFirst(String page, String box, String title) {
        assertThat(page.substring(page.indexOf("<section>")).strip())
                .startsWith("<section>\n<div class=\"" + box + "\"><p><strong>" + title);
    }

    @Test
    void goodGroupsCanBeTrusted() throws IOException {
        String page = page(Optional.of(MarkedRun.trust(Trust.Level.GOOD)));
        assertFirst(page, "notes good", "These groups can be trusted");
        assertThat(page).contains("94 % of the links between similar samples stay inside a group.");
    }

    /** Groups can be clear and still follow a batch. */
    @Test
    void warningsOfGoodGroupsComeFirst() throws IOException {
        page(Optional.of(MarkedRun.trust(Trust.Level.GOOD)));
        Path summary = home.resolve("run/summary.json");
        Map<String, Object> changed =
                new LinkedHashMap<>(SavedRun.read(home.resolve("run")).summary());
        changed.put("warnings", List.of("the groups follow the column batch"));
        Json.write(summary, changed);
        String page = MarkedRun.draw(home.resolve("run"));
        assertFirst(page, "notes warning", "Warnings");
        assertThat(page)
                .contains("<li>The groups follow the column batch.</li>")
                .contains("<div class=\"notes good\"><p><strong>These groups can be trusted")
                .contains("The groups can be trusted. 1 warning is above.");
    }

    /** The card speaks of the groups before it speaks of the fit. */
    @Test
    void howSureStartsWithTheGroups() throws IOException {
        String page = page(Optional.of(MarkedRun.trust(Trust.Level.DOUBTFUL)));
        String card = page.substring(page.indexOf("<dt>How sure</dt>"));
        assertThat(card)
                .startsWith("<dt>How sure</dt><dd class=\"large\">doubtful</dd>")
                .containsSubsequence(
                        "Not all of the groups can be trusted. 1 warning is above.",
                        "Mean confidence of the samples",
                        "Distance from a stationary point");
    }

    @Test
    void doubtIsAWarningWithItsReasons() throws IOException {
        String page = page(Optional.of(MarkedRun.trust(Trust.Level.DOUBTFUL)));
        assertFirst(page, "notes warning", "Not all of these groups can be trusted");
        assertThat(page).contains("<li>K-means finds &lt;other&gt; groups.</li>");
    }

    @Test
    void noTrustComesFirstWithItsChecks() throws IOException {
        String page = page(Optional.of(MarkedRun.trust(Trust.Level.NONE)));
        assertFirst(page, "notes warning", "Do not trust these groups");
        assertThat(page)
                .contains("What was checked, without using labels")
                .contains(
                        "Agreement with k-means</th><td>0.31</td><td>at least 0.80</td><td>not passed</td>",
                        "Edges beyond chance</th><td>0.42</td><td>at least 0.10</td><td>passed</td>")
                .doesNotContain("{what=");
    }

    @Test
    void withoutAVerdictTheReportStartsWithTheCards() throws IOException {
        assertThat(page(Optional.empty()))
                .contains("<section>\n<dl class=\"cards\">")
                .doesNotContain("trusted")
                .contains("They come from k-means on H.");
    }
}
