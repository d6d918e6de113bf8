package org.grapnel.runs.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class JsonTest {
    @TempDir
    Path dir;

    @Test
    void keysKeepTheirOrderOnePerLine() throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("model", "gnmf-l20");
        values.put("rank", 15);
        values.put("lambda", 100.0);
        values.put("converged", true);
        values.put("nothing", null);
        values.put("controls", Map.of("nmi", 0.5));
        values.put("kept", List.of(3, 1));
        Json.write(dir.resolve("summary.json"), values);
        assertThat(Files.readString(dir.resolve("summary.json"))).isEqualTo("""
                {
                  "model" : "gnmf-l20",
                  "rank" : 15,
                  "lambda" : 100.0,
                  "converged" : true,
                  "nothing" : null,
                  "controls" : {
                    "nmi" : 0.5
                  },
                  "kept" : [ 3, 1 ]
                }
                """);
    }

    /** Its own order differs between two runs of Java. */
    @Test
    void keysOfAMapWithoutOrderAreSorted() {
        Map<String, Integer> values = Map.of("e", 1, "c", 2, "a", 3, "d", 4, "b", 5, "f", 6, "h", 7, "g", 8);
        assertThat(Json.formatLine(Map.of("a", List.of(values))))
                .isEqualTo("{\"a\":[{\"a\":3,\"b\":5,\"c\":2,\"d\":4,\"e\":1,\"f\":6,\"g\":8,\"h\":7}]}");
        assertThat(Json.formatLine(Map.copyOf(values))).startsWith("{\"a\":3,\"b\":5,");
    }

    @Test
    void numbersThatAreNotFiniteAreNullAtAnyDepth() {
        Map<String, Object> values = Map.of("a", List.of(Double.NaN, Map.of("b", Double.POSITIVE_INFINITY)));
        assertThat(Json.format(values).replaceAll("\\s", "")).isEqualTo("{\"a\":[null,{\"b\":null}]}");
    }

    @Test
    void doublesAreReadBackToTheBit() {
        for (double v : new double[] {0.1, 1.0 / 3, 1e-310, Double.MIN_VALUE, Double.MAX_VALUE, -0.0, 1e22}) {
            double back = JsonMapper.shared()
                    .readTree(Json.format(Map.of("v", v)))
                    .get("v")
                    .asDouble();
            assertThat(back).isEqualTo(v);
        }
    }

    @Test
    void numbersForDisplayAreRoundedAndIntegersAreShort() {
        List<Object> values = List.of(1.0 / 3, 100.0, -2.5, 1e300, 1.23456789e-7, Double.NaN, 7, "1.23456789");
        assertThat(Json.formatLine(values, new MathContext(6)))
                .isEqualTo("[0.333333,100,-2.5,1E+300,1.23457E-7,null,7,\"1.23456789\"]");
        assertThat(Json.formatLine(List.of(1.0 / 3, 100.0), MathContext.UNLIMITED))
                .isEqualTo("[0.3333333333333333,100.0]");
    }
}
