package org.grapnel.runs.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.grapnel.data.DataException;
import org.junit.jupiter.api.Test;

class JsonObjectViewTest {
    private static JsonObjectView object(Object... all) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < all.length; i += 2) values.put(String.valueOf(all[i]), all[i + 1]);
        return JsonObjectView.of("summary.json", "tuning", values);
    }

    @Test
    void valuesAreReadByTheirKeys() {
        JsonObjectView object = object(
                "word",
                "modularity",
                "sure",
                true,
                "half",
                0.5,
                "whole",
                3.0,
                "none",
                null,
                "inner",
                Map.of("deep", 7L));
        assertThat(object.text("word")).isEqualTo("modularity");
        assertThat(object.flag("sure")).isTrue();
        assertThat(object.number("half")).isEqualTo(0.5);
        assertThat(object.count("whole")).isEqualTo(3);
        assertThat(object.positive("whole")).isEqualTo(3);
        assertThat(object.numberOrNaN("none")).isNaN();
        assertThat(object.findNumber("half")).hasValue(0.5);
        assertThat(object.object("inner").count("deep")).isEqualTo(7);
        assertThat(object.findObject("inner")).isPresent();
        for (String key : List.of("none", "missing")) {
            assertThat(object.findNumber(key)).isEmpty();
            assertThat(object.findCount(key)).isEmpty();
            assertThat(object.findObject(key)).isEmpty();
        }
    }

    @Test
    void listsKeepTheirOrder() {
        JsonObjectView object = object(
                "words", List.of("b", "a"), "numbers", Arrays.asList(2, null, 0.5), "objects", List.of(Map.of("x", 1)));
        assertThat(object.texts("words")).containsExactly("b", "a");
        assertThat(object.numbersOrNaN("numbers")).containsExactly(2.0, Double.NaN, 0.5);
        assertThat(object.objects("objects"))
                .singleElement()
                .satisfies(inner -> assertThat(inner.count("x")).isEqualTo(1));
    }

    @Test
    void errorsNameTheFileAndAllKeys() {
        JsonObjectView object = object(
                "n", "many", "null", null, "list", List.of(Map.of("x", -1), 5), "huge", Double.POSITIVE_INFINITY);
        assertRefused(() -> object.number("n"), "tuning.n is 'many', expected a number");
        assertRefused(() -> object.number("huge"), "tuning.huge is 'Infinity', expected a number");
        assertRefused(() -> object.number("null"), "tuning.null is null, expected a number");
        assertRefused(() -> object.numberOrNaN("gone"), "tuning.gone is missing, expected a number");
        assertRefused(() -> object.findNumber("n"), "tuning.n is 'many', expected a number");
        assertRefused(() -> object.text("list"), "tuning.list is '[{x=-1}, 5]', expected text");
        assertRefused(() -> object.objects("list"), "tuning.list.1 is '5', expected an object");
        JsonObjectView first = JsonObjectView.of("summary.json", "list.0", Map.of("x", -1, "none", 0));
        assertRefused(() -> first.count("x"), "list.0.x is '-1', expected an integer from 0 on");
        assertRefused(() -> first.positive("none"), "list.0.none is '0', expected an integer from 1 on");
        assertRefused(
                () -> JsonObjectView.of("summary.json", "tuning", "text"), "tuning is 'text', expected an object");
    }

    private static void assertRefused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(DataException.class).hasMessage("summary.json: " + message);
    }
}
