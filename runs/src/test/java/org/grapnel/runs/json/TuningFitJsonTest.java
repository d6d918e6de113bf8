package org.grapnel.runs.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.tune.ParameterPoint;
import org.grapnel.tune.TuningCandidate;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TuningFitJsonTest {
    private static final TuningFit FULL = new TuningFit(
            new TuningCandidate(
                    TuningStage.CONFIRM,
                    new ParameterPoint(Optional.of(3), Optional.of(50), Optional.of(WeightKind.LOCAL), 1.0 / 3, 7),
                    Long.MIN_VALUE + 1),
            0.1 + 0.2,
            -1e-17,
            1.0 / 7,
            Optional.of(Math.nextDown(1.0)),
            0,
            "a word, with \"quotes\"\nand ü",
            Optional.of(Double.MIN_VALUE),
            Optional.of(RowSet.of(9, 0, 3, 8)),
            List.of(0.1, 1.0 / 3, -2e-300));

    /** Fits of every stage, with and without each optional entry, and with numbers of all sizes. */
    static Stream<TuningFit> fits() {
        List<TuningStage> stages = List.of(TuningStage.values());
        List<TuningFit> all = new ArrayList<>(List.of(FULL));
        for (int i = 0; i < 28; i++) {
            double u = CounterRandom.uniform(5, i, 0);
            all.add(new TuningFit(
                    new TuningCandidate(
                            stages.get(i % stages.size()),
                            new ParameterPoint(
                                    i % 2 == 0 ? Optional.of(1 + i) : Optional.empty(),
                                    Math.pow(10, 40 * u - 20),
                                    1 + i),
                            i % 4 == 0 ? Long.MAX_VALUE - i : i),
                    u * 2 - 1,
                    CounterRandom.uniform(5, i, 1) * 1e-300,
                    u,
                    i % 3 == 0 ? Optional.of(u) : Optional.empty(),
                    i,
                    "tolerance",
                    i % 5 == 0 ? Optional.of(0.0) : Optional.empty(),
                    i % 7 == 0 ? Optional.of(RowSet.none(4)) : Optional.empty()));
        }
        return all.stream();
    }

    private static Map<String, Object> line(TuningFit fit) {
        byte[] text = Json.formatLine(TuningFitJson.toMap(fit)).getBytes(StandardCharsets.UTF_8);
        assertThat(text).doesNotContain((byte) '\n');
        return Json.parse(text, "here");
    }

    @ParameterizedTest
    @MethodSource("fits")
    void fitIsReadBackToTheBit(TuningFit fit) {
        assertThat(TuningFitJson.read(line(fit), "here")).isEqualTo(fit);
    }

    @Test
    void missingEntryIsNamed() {
        for (String key :
                List.of("stage", "alpha", "keep", "seed", "score", "modularity", "iterations", "stop", "features")) {
            Map<String, Object> line = line(FULL);
            line.remove(key);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> TuningFitJson.read(line, "journal, line 2"))
                    .withMessageStartingWith("journal, line 2: " + key + " is missing, expected ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "stage, '\"grit\"', 'stage is ''grit'', expected a stage of tuning'",
        "neighbors, 0, 'neighbors is ''0'', expected an integer from 1 on'",
        "neighbors, 2.5, 'neighbors is ''2.5'', expected an integer from 1 on'",
        "components, 0, 'components is ''0'', expected an integer from 1 on'",
        "weights, '\"heavy\"', 'weights is ''heavy'', expected a kind of edge weights'",
        "alpha, '\"five\"', 'alpha is ''five'', expected a number'",
        "alpha, null, 'alpha is null, expected a number'",
        "keep, 0, 'keep is ''0'', expected an integer from 1 on'",
        "keep, 5000000000, 'keep is ''5000000000'', expected an integer from 1 on'",
        "seed, '\"x\"', 'seed is ''x'', expected an integer'",
        "score, null, 'score is null, expected a number'",
        "silhouette, null, 'silhouette is null, expected a number'",
        "iterations, -1, 'iterations is ''-1'', expected an integer from 0 on'",
        "stop, 3, 'stop is ''3'', expected text'",
        "features, -4, 'features is ''-4'', expected an integer from 1 on'",
        "kept_features, '[3, 2]', 'kept_features is ''[3, 2]'', expected ascending indices below 9'",
        "kept_features, '[-1]', 'kept_features.0 is ''-1'', expected an integer from 0 on'",
        "kept_features, '[9]', 'kept_features is ''[9]'', expected ascending indices below 9'",
        "kept_features, '[null]', 'kept_features.0 is null, expected an integer from 0 on'",
        "kept_features, 1, 'kept_features is ''1'', expected a list'"
    })
    void invalidEntryIsNamed(String key, String value, String message) {
        Map<String, Object> line = line(FULL);
        line.putAll(new LinkedHashMap<>(
                Json.parse(("{\"" + key + "\": " + value + "}").getBytes(StandardCharsets.UTF_8), "test")));
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> TuningFitJson.read(line, "journal, line 2"))
                .withMessage("journal, line 2: " + message);
    }
}
