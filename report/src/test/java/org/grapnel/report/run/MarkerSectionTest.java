package org.grapnel.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.Trust;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.grapnel.data.DataException;
import org.grapnel.model.Model;
import org.grapnel.report.RunReport;
import org.grapnel.report.page.PageLaws;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkerSectionTest {
    @TempDir
    Path home;

    private Path folder() {
        return home.resolve("run");
    }

    private String page(int groups, Optional<Trust> trust) throws IOException {
        return MarkedRun.page(folder(), Model.GNMF_L20, groups, trust, i -> "gene " + i);
    }

    @Test
    void eachGroupHasATableAndItsColumnInTheDotPlot() throws IOException {
        assertThat(page(3, Optional.empty()))
                .contains(">Markers of the groups</h2>", "data-figure=\"markers\"")
                .contains("The markers of group 0", "The markers of group 1", "The markers of group 2")
                .contains("<th scope=\"col\">AUC</th><th scope=\"col\">mean in group</th>")
                .contains("Dot plot: 6 features by 3 groups.")
                .doesNotContain("These groups cannot be trusted");
    }

    @Test
    void manyGroupsShareOneTable() throws IOException {
        assertThat(page(14, Optional.empty()))
                .contains("The best markers of each group, with their AUC")
                .contains("<td class=\"words\">gene ")
                .doesNotContain("The markers of group 0");
    }

    @Test
    void markersOfUntrustedGroupsSaySo() throws IOException {
        assertThat(page(3, Optional.of(MarkedRun.trust(Trust.Level.NONE))))
                .contains("These groups cannot be trusted, so their markers mean nothing");
    }

    /** The bands of the heat map are beside the features that mark a group, and above the components that are largest in it. */
    @Test
    void weightsAreOrderedByGroup() throws IOException {
        String page = page(3, Optional.empty());
        String weights = page.substring(page.indexOf("{\"id\":\"components\""), page.indexOf("{\"id\":\"markers\""));
        assertThat(weights)
                .contains(
                        "\"row_bands\":[{\"name\":\"mark group 0\",\"short\":\"0\",\"note\":\"\",\"count\":2,\"color\":0}")
                .contains("\"bands\":[{\"name\":\"group 0\",\"short\":\"0\",\"note\":\"10 samples\"");
        List<String> names = List.of(weights.replaceFirst(".*\"row_names\":\\[", "")
                .replaceFirst("\\].*", "")
                .split(","));
        for (int g = 0; g < 3; g++)
            assertThat(pair(names.get(2 * g))).isEqualTo(pair(names.get(2 * g + 1))); // both mark the same group
    }

    private static int pair(String name) {
        return Integer.parseInt(name.replaceAll("\\D", "")) / 2;
    }

    @Test
    void confidenceIsShownPerGroupAndSample() throws IOException {
        assertThat(page(3, Optional.empty()))
                .contains("data-figure=\"confidence\"", "the share of its neighbours that are in its own group")
                .contains("{\"name\":\"confidence\",\"values\":[")
                .contains("Mean confidence of the samples: from ");
    }

    @Test
    void withoutAGraphThereIsNoConfidence() throws IOException {
        assertThat(MarkedRun.page(folder(), Model.NMF_L20, 3, Optional.empty(), i -> "gene " + i))
                .contains("data-figure=\"markers\"")
                .doesNotContain("data-figure=\"confidence\"")
                .doesNotContain("\"name\":\"confidence\"");
    }

    @Test
    void folderWithoutMarkersHasNoSection() throws IOException {
        page(3, Optional.empty());
        Files.delete(folder().resolve("markers.csv"));
        assertThat(MarkedRun.draw(folder()))
                .doesNotContain("Markers of the groups")
                .contains("Kept features");
    }

    @Test
    void groupsWithoutMarkersSaySo() throws IOException {
        page(3, Optional.empty());
        List<String> lines = Files.readAllLines(folder().resolve("markers.csv"));
        Files.write(folder().resolve("markers.csv"), lines.subList(0, 1));
        assertThat(MarkedRun.draw(folder()))
                .contains("No kept feature is higher in one group than in the other samples.");
    }

    @Test
    void groupsThatDoNotExistAreRefused() throws IOException {
        page(3, Optional.empty());
        Path features = folder().resolve("features.csv");
        Files.writeString(features, Files.readString(features).replaceAll("(?m),[0-9],([0-9.]*)$", ",7,$1"));
        assertThatThrownBy(() -> RunReport.write(folder()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("features.csv: column 'group': 7.0 is not an integer from 0 to 2");
    }

    @Nested
    @Tag("browser")
    @ExtendWith(BrowserExtension.class)
    class InTheBrowser {
        @Test
        void pageWithManyGroupsAndLongNamesKeepsTheLaws(TestBrowser browser) throws IOException, InterruptedException {
            MarkedRun.page(
                    folder(),
                    Model.GNMF_L20,
                    22,
                    Optional.of(MarkedRun.trust(Trust.Level.NONE)),
                    i -> i % 5 == 0 ? "W".repeat(70) + i : "gene " + i);
            PageLaws.assertHold(browser, folder().resolve(RunReport.FILE));
        }

        /** Every name is inside its picture and beside the others, and is shown in full or has its full text as a tooltip. */
        @ParameterizedTest
        @ValueSource(ints = {390, 1440})
        void longNamesWrapWithoutOverlap(int width, TestBrowser browser) throws IOException, InterruptedException {
            String name = "ENSG00000100077_a-long-gene-name.7|isoform 2 of the protein family WWWW, gene ";
            MarkedRun.page(folder(), Model.GNMF_L20, 3, Optional.empty(), i -> name + i);
            browser.viewport(width, 900);
            browser.open(folder().resolve(RunReport.FILE));
            assertThat(browser.evaluate("[...document.querySelectorAll('.plot svg')].flatMap(svg => {"
                                    + " const box = svg.getBoundingClientRect();"
                                    + " const all = [...svg.querySelectorAll('text')].map(t => ({words: t.textContent, box: t.getBoundingClientRect()}));"
                                    + " const outside = all.filter(t => t.box.left < box.left - 1 || t.box.right > box.right + 1).map(t => 'outside: ' + t.words);"
                                    + " const names = all.filter(t => t.words.startsWith('ENSG'));"
                                    + " const over = names.slice(1).filter((t, i) => t.box.top < names[i].box.bottom - 3 && t.box.left < names[i].box.right && t.box.right > names[i].box.left)"
                                    + ".map(t => 'overlap: ' + t.words);"
                                    + " const cut = [...svg.querySelectorAll('text')].filter(t => t.textContent.endsWith('…') && !t.dataset.tip).map(t => 'cut: ' + t.textContent);"
                                    + " return [...outside, ...over, ...cut]; })")
                            .toString())
                    .isEqualTo("[]");
            assertThat(browser.evaluate(
                                    "[...document.querySelectorAll('[data-figure=features] text')]"
                                            + ".filter(t => t.textContent.replace(/\\s/g, '').startsWith('ENSG00000100077_a-long-gene-name.7|isoform2oftheproteinfamilyWWWW,gene')).length")
                            .asInt())
                    .as("names shown in full")
                    .isEqualTo(6);
        }

        @Test
        void namesOfWideLettersAreNotClipped(TestBrowser browser) throws IOException, InterruptedException {
            MarkedRun.page(
                    folder(), Model.GNMF_L20, 3, Optional.of(MarkedRun.trust(Trust.Level.GOOD)), i -> "WWWW" + i);
            browser.viewport(1280, 900);
            browser.open(folder().resolve(RunReport.FILE));
            assertThat(browser.evaluate(
                                    "[...document.querySelectorAll('.plot svg')].every(svg => {"
                                            + " const left = svg.getBoundingClientRect().left - 1;"
                                            + " return [...svg.querySelectorAll('text')].every(t => t.getBoundingClientRect().left >= left); })")
                            .asBoolean())
                    .isTrue();
        }
    }
}
