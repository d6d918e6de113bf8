package org.grapnel.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.grapnel.data.DataException;

/** What stands before the samples of an ARFF file: the attributes with their kinds, keywords in any case. */
record ArffHeader(List<Attribute> attributes) {
    ArffHeader {
        attributes = List.copyOf(attributes);
    }

    /**
     * A column.
     *
     * @param kind what it holds, in the format's word
     * @param values what a nominal attribute can be, in the file's order; empty for others
     */
    record Attribute(String name, String kind, Set<String> values) {
        boolean isNumber() {
            return kind.equals("numeric");
        }

        boolean isNominal() {
            return kind.equals("nominal");
        }
    }

    /** Reads up to and with {@code @data}. */
    static ArffHeader read(InputFile in, ArffText text) throws IOException {
        List<Attribute> attributes = new ArrayList<>();
        while (text.nextLine()) {
            text.nextValue();
            String keyword = text.value();
            switch (keyword.toLowerCase(Locale.ROOT)) {
                case "@relation" -> {
                    // a name for people
                }
                case "@attribute" -> attributes.add(attribute(text));
                case "@data" -> {
                    if (!text.atEnd()) throw text.fault("samples begin on the line after @data");
                    if (attributes.isEmpty()) throw text.fault("no @attribute stands before @data");
                    ArffHeader header = new ArffHeader(attributes);
                    Names.refuseDuplicates(in.name(), header.names(), "attributes", i -> i + 1);
                    return header;
                }
                default ->
                    throw text.fault(
                            "'%s' is not a keyword, allowed are @relation, @attribute, @data",
                            CsvCells.excerpt(keyword));
            }
        }
        throw new DataException("%s: is not an ARFF file: it has no @data", in.name());
    }

    private static Attribute attribute(ArffText text) {
        text.nextValue();
        String name = text.value();
        if (text.take('{')) return new Attribute(name, "nominal", values(text));
        text.nextValue();
        String type = text.value().toLowerCase(Locale.ROOT);
        return switch (type) {
            case "numeric", "real", "integer" -> new Attribute(name, "numeric", Set.of());
            case "string", "date" -> new Attribute(name, type, Set.of());
            default ->
                throw text.fault(
                        "attribute '%s' is of type '%s', allowed are numeric, real, integer, string, date and {values}",
                        CsvCells.excerpt(name), CsvCells.excerpt(type));
        };
    }

    private static Set<String> values(ArffText text) {
        Set<String> values = new LinkedHashSet<>();
        while (!text.take('}')) {
            text.nextValue();
            values.add(text.value());
            text.take(',');
        }
        return values;
    }

    List<String> names() {
        return attributes.stream().map(Attribute::name).toList();
    }
}
