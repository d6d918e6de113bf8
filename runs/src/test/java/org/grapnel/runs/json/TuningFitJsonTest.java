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
                    TuningStage.CONFIRM, new ParameterPoint(Optional.of(3), 1.0 / 3, 7), Long.MIN_VALUE + 1),
            0.1 + 0.2,
            -1e-17,
            1.0 / 7,
            Optional.of(Math.nextDown(1.0)),
            0,
            "a word, with \"quotes\"\nand ü",
            Optional.of(Double.MIN_VALUE),
            Optional.of(RowSet.of(9, 0, 3, 8)));

    /** Every stage, with and without each of what may be missing, and numbers of all sizes. */
    static Stream<TuningFit> drawn() {
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

    private static Map<String, Object> line(TuningFit tried) {
        byte[] text = Json.formatLine(TuningFitJson.toMap(tried)).getBytes(StandardCharsets.UTF_8);
        assertThat(text).doesNotContain((byte) '\n');
        return Json.parse(text, "here");
    }

    @ParameterizedTest
    @MethodSource("drawn")
    void aFitComesBackToTheBit(TuningFit tried) {
        assertThat(TuningFitJson.read(line(tried), "here")).isEqualTo(tried);
    }

    @Test
    void whatIsMissingIsNamed() {
        for (String key :
                List.of("stage", "alpha", "keep", "seed", "score", "modularity", "iterations", "stop", "features")) {
            Map<String, Object> line = line(FULL);
            line.remove(key);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> TuningFitJson.read(line, "journal, line 2"))
                    .withMessage("journal, line 2: " + key + " cannot be null");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "stage, '\"grit\"', grit",
        "neighbors, 0, 0",
        "neighbors, 2.5, 2.5",
        "alpha, '\"five\"', five",
        "alpha, null, null",
        "keep, 0, 0",
        "keep, 5000000000, 5000000000",
        "seed, '\"x\"', x",
        "score, null, null",
        "silhouette, null, null",
        "iterations, -1, -1",
        "stop, 3, 3",
        "features, -4, -4",
        "kept_features, '[3, 2]', '[3, 2]'",
        "kept_features, '[-1]', '[-1]'",
        "kept_features, '[9]', '[9]'",
        "kept_features, '[null]', '[null]'",
        "kept_features, 1, 1"
    })
    void whatCannotBeIsNamed(String key, String value, String shown) {
        Map<String, Object> line = line(FULL);
        line.putAll(new LinkedHashMap<>(
                Json.parse(("{\"" + key + "\": " + value + "}").getBytes(StandardCharsets.UTF_8), "test")));
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> TuningFitJson.read(line, "journal, line 2"))
                .withMessage("journal, line 2: " + key + " cannot be " + shown);
    }
}
