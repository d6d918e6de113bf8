package org.grapnel.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.PageElement;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.read.SavedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineSectionTest {
    @TempDir
    Path folder;

    private static Map<String, Object> baseline(String what, boolean labels, double value) {
        Map<String, Object> baseline = new LinkedHashMap<>();
        baseline.put("what", what);
        if (labels) baseline.put("nmi", value);
        if (labels) baseline.put("acc", value / 2);
        baseline.put("ari_with_groups", value);
        baseline.put("modularity", value / 4);
        return baseline;
    }

    private SavedRun saved(boolean labels, boolean modularity) throws IOException {
        Map<String, Object> controls = new LinkedHashMap<>();
        controls.put("all_features", baseline("k-means on all 9 features", labels, 0.81234));
        controls.put("communities", baseline("Louvain communities of the graph (14)", labels, 0.5));
        if (modularity) controls.put("modularity", 0.25);
        else controls.values().forEach(each -> ((Map<?, ?>) each).remove("modularity"));
        controls.put("starts", 10);
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("command", "fit");
        summary.put("model", "gnmf-l20");
        summary.put("controls", controls);
        if (labels) summary.put("nmi", 0.9);
        if (labels) summary.put("acc", 0.7);
        Json.write(folder.resolve("summary.json"), summary);
        return SavedRun.read(folder);
    }

    private static BarChart picture(List<PageElement> section) {
        return (BarChart) section.get(0);
    }

    @Test
    void withLabelsThePictureShowsNmiAndAcc() throws IOException {
        List<PageElement> section = BaselineSection.build(saved(true, true));
        BarChart picture = picture(section);
        assertThat(picture.names())
                .containsExactly("this result", "k-means on all 9 features", "Louvain communities of the graph (14)");
        assertThat(picture.series().stream().map(BarChart.BarSeries::name)).containsExactly("NMI", "ACC");
        assertThat(picture.series().get(0).values()).containsExactly(0.9, 0.812, 0.5);
        assertThat(picture.caption().alt())
                .isEqualTo(
                        "Bar chart. NMI of this result 0.900, k-means on all 9 features 0.812, Louvain communities of the graph (14) 0.500. "
                                + "ACC of this result 0.700, k-means on all 9 features 0.406, Louvain communities of the graph (14) 0.250.");
        assertThat(section.get(2).html()).contains("modularity", "0.250", "0.203");
    }

    @Test
    void withoutLabelsThePictureShowsAgreementAndModularity() throws IOException {
        BarChart picture = picture(BaselineSection.build(saved(false, true)));
        assertThat(picture.series().stream().map(BarChart.BarSeries::name))
                .containsExactly("same groups", "modularity");
        assertThat(picture.series().get(0).values()).containsExactly(1.0, 0.812, 0.5);
        assertThat(picture.series().get(1).values()).containsExactly(0.25, 0.203, 0.125);
    }

    @Test
    void runsOfVersion01HaveNoModularity() throws IOException {
        BarChart picture = picture(BaselineSection.build(saved(false, false)));
        assertThat(picture.series().stream().map(BarChart.BarSeries::name)).containsExactly("same groups");
    }

    @Test
    void withoutBaselinesThereIsNoSection() throws IOException {
        Json.write(folder.resolve("summary.json"), Map.of("command", "fit", "model", "gnmf-l20"));
        assertThat(BaselineSection.build(SavedRun.read(folder))).isEmpty();
    }
}
