package org.grapnel.studio.view;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.grapnel.data.SampleColumn;

/**
 * Something by which the points of a run can be coloured.
 *
 * @param key the word by which a request names it
 * @param name the name for the page
 * @param classes the names of the classes; empty for numbers
 * @param values what {@link #bytes} returns
 */
record Colouring(String key, String name, boolean isNumber, List<String> classes, Values values) {
    /** The value of every sample: the code of a class, −1 where there is none, or a number, NaN where it is unknown. */
    interface Values {
        double of(int sample);
    }

    Colouring {
        classes = List.copyOf(classes);
    }

    static Colouring ofGroups(int[] groups, int count) {
        List<String> names = new ArrayList<>();
        for (int g = 0; g < count; g++) names.add(String.valueOf(g));
        return new Colouring("group", "group", false, names, sample -> groups[sample]);
    }

    static Colouring ofNumbers(String key, String name, double[] numbers) {
        return new Colouring(key, name, true, List.of(), sample -> numbers[sample]);
    }

    /** Colours by numbers if the column is a measurement, and by classes in ascending order if not. */
    static Colouring ofColumn(String key, SampleColumn column) {
        double[] measured = column.measurements().orElse(new double[0]);
        return measured.length > 0
                ? ofNumbers(key, column.name(), measured)
                : ofClasses(key, column.name(), column.values());
    }

    static Colouring ofClasses(String key, String name, List<String> values) {
        Map<String, Integer> codes = new LinkedHashMap<>();
        for (String value : new TreeSet<>(values)) if (!SampleColumn.isMissing(value)) codes.put(value, codes.size());
        Map<String, Integer> lookup = new HashMap<>(codes);
        int[] code = new int[values.size()];
        for (int j = 0; j < code.length; j++) code[j] = lookup.getOrDefault(values.get(j), -1);
        return new Colouring(key, name, false, List.copyOf(codes.keySet()), sample -> code[sample]);
    }

    /** Returns the values in little-endian order: a 32-bit code for a class, a 32-bit number otherwise. */
    byte[] bytes(int samples) {
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.multiplyExact(samples, Float.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        for (int j = 0; j < samples; j++) {
            if (isNumber) bytes.putFloat((float) values.of(j));
            else bytes.putInt((int) values.of(j));
        }
        return bytes.array();
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", key);
        json.put("name", name);
        json.put("kind", isNumber ? "number" : "class");
        if (!isNumber) json.put("classes", classes);
        return json;
    }
}
