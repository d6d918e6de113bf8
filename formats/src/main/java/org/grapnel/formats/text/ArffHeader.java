package org.grapnel.formats.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NameValidator;

/** The header of an ARFF file: the attributes with their types. Keywords may be in any case. */
record ArffHeader(List<ArffAttribute> attributes) {
    ArffHeader {
        attributes = List.copyOf(attributes);
    }

    /**
     * A column.
     *
     * @param kind the type of its values: numeric, nominal, string or date
     * @param values the values of a nominal attribute in the order of the file; empty for others
     */
    record ArffAttribute(String name, String kind, Set<String> values) {
        boolean isNumber() {
            return kind.equals("numeric");
        }

        boolean isNominal() {
            return kind.equals("nominal");
        }
    }

    /** Reads up to and including {@code @data}. */
    static ArffHeader read(InputFile in, ArffTokenizer text) throws IOException {
        List<ArffAttribute> attributes = new ArrayList<>();
        while (text.nextLine()) {
            text.nextValue();
            String keyword = text.value();
            switch (keyword.toLowerCase(Locale.ROOT)) {
                case "@relation" -> {
                    // a title, not needed
                }
                case "@attribute" -> attributes.add(attribute(text));
                case "@data" -> {
                    if (!text.atEnd()) throw text.error("the samples must begin on the line after @data");
                    if (attributes.isEmpty()) throw text.error("@data must follow at least one @attribute");
                    ArffHeader header = new ArffHeader(attributes);
                    NameValidator.requireUniqueFeatures(in.name(), header.names(), "attributes", i -> i + 1);
                    return header;
                }
                default ->
                    throw text.error(
                            "unknown keyword '%s'; allowed are @relation, @attribute, @data", Excerpt.of(keyword));
            }
        }
        throw new DataException("%s: is not an ARFF file: @data is missing", in.name());
    }

    private static ArffAttribute attribute(ArffTokenizer text) {
        text.nextValue();
        String name = text.value();
        if (text.take('{')) return new ArffAttribute(name, "nominal", values(text));
        text.nextValue();
        String type = text.value().toLowerCase(Locale.ROOT);
        return switch (type) {
            case "numeric", "real", "integer" -> new ArffAttribute(name, "numeric", Set.of());
            case "string", "date" -> new ArffAttribute(name, type, Set.of());
            default ->
                throw text.error(
                        "attribute '%s' has the unknown type '%s'; allowed are numeric, real, integer, string, date and {values}",
                        Excerpt.of(name), Excerpt.of(type));
        };
    }

    private static Set<String> values(ArffTokenizer text) {
        Set<String> values = new LinkedHashSet<>();
        while (!text.take('}')) {
            text.nextValue();
            values.add(text.value());
            text.take(',');
        }
        return values;
    }

    List<String> names() {
        return attributes.stream().map(ArffAttribute::name).toList();
    }
}
