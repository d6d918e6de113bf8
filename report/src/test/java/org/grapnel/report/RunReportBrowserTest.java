package org.grapnel.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.browser.BrowserExtension;
import org.grapnel.browser.TestBrowser;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.report.page.PageLaws;
import org.grapnel.runs.Runs;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reports of every kind of run, in a browser. */
@Tag("browser")
@ExtendWith(BrowserExtension.class)
class RunReportBrowserTest {
    private static final int P = 30;
    private static final int N = 60;
    private static final int GROUPS = 3;
    private static final String LONG = "long ".repeat(2000);
    private static final List<String> ODD = List.of(
            "<script>alert(1)</script>",
            "</script><img src=x onerror=alert(2)>",
            "\"quoted\" & 'quoted'",
            "\uD83D\uDE00 emoji \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
            LONG,
            "",
            " ",
            "a,b\nc\td",
            "\u202Eright to left \u05D0",
            "https://somewhere.example/",
            "{{constructor}} ${x} \\u003c %s",
            "__proto__");

    @TempDir
    Path home;

    /** Groups are marked in the first half of the features; the rest is noise. */
    private static DenseMatrix X(int n) {
        DenseMatrix X = DenseMatrix.zeros(P, n);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < n; j++)
                X.set(i, j, CounterRandom.uniform(3, i, j) + (i < P / 2 && i % GROUPS == j % GROUPS ? 3 : 0));
        return X;
    }

    private static List<String> names(int count, IntFunction<String> of) {
        return IntStream.range(0, count).mapToObj(of).toList();
    }

    private static Dataset data(int n, Optional<List<String>> labels) {
        return new Dataset(
                X(n), Dataset.numbered("gene ", P), Dataset.numbered("sample ", n), labels, DataSource.memory());
    }

    private static Optional<List<String>> truth(int classes) {
        return Optional.of(names(N, j -> "type " + j % classes));
    }

    private static Spec recommended() {
        return Spec.recommended(GROUPS, 6).withSeed(1);
    }

    /** A kind of run, which can be written to a folder. */
    enum RunKind {
        RECOMMENDED {
            @Override
            void write(Path folder) throws IOException {
                save(Preparation.none().apply(data(N, truth(GROUPS))), recommended(), folder);
            }
        },
        WITHOUT_LABELS {
            @Override
            void write(Path folder) throws IOException {
                save(Preparation.none().apply(data(N, Optional.empty())), recommended(), folder);
            }
        },
        /** As {@code --no-report --no-controls} writes it. */
        WITHOUT_PICTURES_AND_CONTROLS {
            @Override
            void write(Path folder) throws IOException {
                Spec spec = Spec.paper(Model.GNMF_L20, GROUPS).withKeep(6).withBaselines(false);
                try (PreparedData data = Preparation.none().apply(data(N, Optional.empty()));
                        Fit fit = Grapnel.fit(data, spec)) {
                    Runs.save(fit, folder);
                }
            }
        },
        NMF {
            @Override
            void write(Path folder) throws IOException {
                save(Preparation.none().apply(data(N, truth(GROUPS))), Spec.paper(Model.NMF, GROUPS), folder);
            }
        },
        KMEANS {
            @Override
            void write(Path folder) throws IOException {
                save(Preparation.none().apply(data(N, truth(GROUPS))), Spec.paper(Model.KMEANS, GROUPS), folder);
            }
        },
        RESTARTS {
            @Override
            void write(Path folder) throws IOException {
                Spec spec = Spec.paper(Model.GNMF_L20, GROUPS).withKeep(6).withRestarts(3);
                save(Preparation.none().apply(data(N, truth(GROUPS))), spec, folder);
            }
        },
        /** Noise, in which every start finds other groups and features. */
        STARTS_THAT_DISAGREE {
            @Override
            void write(Path folder) throws IOException {
                DenseMatrix X = DenseMatrix.zeros(P, 200);
                for (int i = 0; i < P; i++) for (int j = 0; j < 200; j++) X.set(i, j, CounterRandom.uniform(7, i, j));
                List<String> features = names(P, i -> ODD.get(i % ODD.size()) + i);
                List<String> samples = names(200, j -> ODD.get(j % ODD.size()));
                Dataset data = new Dataset(X, features, samples, Optional.empty(), DataSource.memory());
                Spec spec = Spec.paper(Model.NMF_L20, GROUPS).withKeep(6).withRestarts(5);
                save(Preparation.none().apply(data), spec.withBaselines(false), folder);
            }
        },
        /** Too many samples for a value per pair. */
        STARTS_OF_MANY_SAMPLES {
            @Override
            void write(Path folder) throws IOException {
                Spec spec = Spec.paper(Model.KMEANS_L0, GROUPS).withKeep(6).withRestarts(2);
                try (PreparedData data = Preparation.none().apply(data(2100, Optional.empty()));
                        Fit fit = Grapnel.fit(data, spec.withBaselines(false))) {
                    Runs.save(fit, folder);
                }
            }
        },
        /** Pixels stored by column, some of them dropped. */
        PICTURES {
            @Override
            void write(Path folder) throws IOException {
                DenseMatrix X = X(N);
                for (int i = 0; i < P; i += 7) for (int j = 0; j < N; j++) X.set(i, j, 2);
                Dataset data = Dataset.of(X).withPicture(new Dataset.ImageShape(5, 6, true));
                save(Preparation.none().withDropConstant().apply(data), recommended(), folder);
            }
        },
        CHOSEN_FEATURES {
            @Override
            void write(Path folder) throws IOException {
                Dataset data = data(N, truth(GROUPS)).withPicture(new Dataset.ImageShape(6, 5));
                try (PreparedData prepared = Preparation.none().apply(data);
                        RunFolder target = RunFolder.create(folder, false)) {
                    SelectionResult chosen = Grapnel.select(prepared, recommended());
                    Runs.save(
                            chosen,
                            Grapnel.compare(chosen, Optional.of(GROUPS), FitContext.none()),
                            target,
                            Map.of("clusters", GROUPS));
                    target.commit();
                }
            }
        },
        ONE_SAMPLE_ALONE_IN_ITS_GROUP {
            @Override
            void write(Path folder) throws IOException {
                DenseMatrix X = X(N);
                for (int i = 0; i < P; i++) X.set(i, 7, 1000 * CounterRandom.uniform(9, i, 0));
                Spec spec = Spec.paper(Model.KMEANS_L0, GROUPS).withKeep(6);
                save(Preparation.none().apply(Dataset.of(X)), spec, folder);
            }
        },
        THREE_HUNDRED_CLASSES {
            @Override
            void write(Path folder) throws IOException {
                int n = 600;
                List<String> labels = names(n, j -> "class " + j % 300);
                save(
                        Preparation.none().apply(data(n, Optional.of(labels))),
                        recommended().withBaselines(false),
                        folder);
            }
        },
        ODD_NAMES {
            @Override
            void write(Path folder) throws IOException {
                List<String> features = names(P, i -> i < ODD.size() ? ODD.get(i) : "f" + i);
                List<String> samples = names(N, j -> ODD.get(j % ODD.size()));
                List<String> labels =
                        names(N, j -> List.of(ODD.get(0), ODD.get(3), LONG).get(j % 3));
                DataSource source = new DataSource("<script>alert(3)" + LONG + ".csv", 1, "0");
                Dataset data = new Dataset(X(N), features, samples, Optional.of(labels), source);
                save(Preparation.none().apply(data), recommended(), folder);
            }
        },
        /** The smallest run. */
        THREE_SAMPLES {
            @Override
            void write(Path folder) throws IOException {
                save(Preparation.none().apply(data(3, Optional.empty())), Spec.paper(Model.NMF, 1), folder);
            }
        };

        abstract void write(Path folder) throws IOException;

        private static void save(PreparedData data, Spec spec, Path folder) throws IOException {
            try (data;
                    Fit fit = Grapnel.fit(data, spec)) {
                Runs.save(fit, Grapnel.embed(fit, FitContext.none()), folder);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RECOMMENDED", "RESTARTS", "ODD_NAMES"})
    void reportKeepsThePageLaws(RunKind kind, TestBrowser browser) throws IOException, InterruptedException {
        Path folder = home.resolve("run");
        kind.write(folder);
        PageLaws.assertHold(browser, RunReport.write(folder));
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RECOMMENDED", "RESTARTS", "ODD_NAMES"})
    void reportOfEveryOtherKindOfRunKeepsThePageLaws(RunKind kind, TestBrowser browser)
            throws IOException, InterruptedException {
        Path folder = home.resolve("run");
        kind.write(folder);
        PageLaws.assertHold(browser, RunReport.write(folder));
    }

    /** No name becomes an element or runs as a script. */
    @Test
    void namesStayText(TestBrowser browser) throws IOException, InterruptedException {
        Path folder = home.resolve("run");
        RunKind.ODD_NAMES.write(folder);
        List<String> elements = new ArrayList<>();
        browser.open(RunReport.write(folder));
        browser.evaluate("[...document.querySelectorAll('script')].map(s => s.type)")
                .forEach(type -> elements.add(type.asString()));
        assertThat(elements).as("scripts of the page").containsExactly("application/json", "");
        assertThat(browser.evaluate("document.querySelectorAll('img, iframe, object').length")
                        .asInt())
                .isZero();
        assertThat(browser.evaluate("document.title").asString()).contains("<script>");
        assertThat(browser.faults()).isEmpty();
    }

    /** With one component every share is 1. */
    @Test
    void heatMapOfOnesIsNotDrawnAsEmpty(TestBrowser browser) throws IOException, InterruptedException {
        Path folder = home.resolve("run");
        RunKind.THREE_SAMPLES.write(folder);
        browser.open(RunReport.write(folder));
        String key = "[...document.querySelectorAll('[data-figure=components] svg > g:last-of-type text')]"
                + ".map(t => t.textContent)";
        assertThat(browser.evaluate(key).toString()).isEqualTo("[\"0\",\"1\",\"share of the row's largest\"]");
    }
}
