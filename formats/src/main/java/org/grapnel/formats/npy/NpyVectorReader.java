package org.grapnel.formats.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NumberType;

/** Reads an {@code .npy} array as a list of numbers, indices or words, whatever its shape. */
final class NpyVectorReader {
    private static final int CHUNK = 1 << 16;
    private static final int MAX_WORD_LENGTH = 1 << 12;
    private static final Pattern WORDS = Pattern.compile("'([<>|=])([US])(\\d{1,6})'");

    private final String name;
    private final InputStream content;
    private final NpyArrayHeader head;
    private final int count;

    /**
     * Reads the header.
     *
     * @param name the name of the array for messages
     * @param most the most elements that are allowed
     */
    NpyVectorReader(String name, InputStream content, long most) throws IOException {
        this.name = name;
        this.content = content;
        this.head = NpyArrayHeader.read(name, content);
        long announced = head.count(name);
        if (announced > most)
            throw new DataException("%s: announces %d elements; at most %d are allowed", name, announced, most);
        this.count = Math.toIntExact(announced);
    }

    private interface ElementVisitor {
        void at(int i, ByteBuffer bytes, int at);
    }

    double[] numbers() throws IOException {
        NumberType type = head.requireNumbers(name);
        double[] numbers = new double[count];
        forEach(type.bytes(), (i, bytes, at) -> numbers[i] = decode(type, bytes, at));
        return numbers;
    }

    /** Reads integers from 0 to {@code limit − 1}. */
    int[] indices(int limit) throws IOException {
        NumberType type = head.requireNumbers(name);
        int[] indices = new int[count];
        forEach(type.bytes(), (i, bytes, at) -> {
            double value = decode(type, bytes, at);
            if (!(value >= 0 && value < limit && value == Math.rint(value)))
                throw new DataException(
                        "%s: element %d is %s; a whole number from 0 to %d is needed",
                        name, i, LabelFile.formatNumber(value), limit - 1);
            indices[i] = (int) value;
        });
        return indices;
    }

    /** Reads words as they stand, and numbers as {@link LabelFile#formatNumber} writes them. */
    List<String> labels() throws IOException {
        long[] sides = head.sides().orElseThrow();
        if (Arrays.stream(sides).filter(side -> side != 1).count() > 1)
            throw new DataException("%s: has the shape %s; one label per sample is needed", name, head.shape());
        List<String> labels = new ArrayList<>();
        if (head.numbers().isPresent()) {
            for (double number : numbers()) {
                if (Double.isNaN(number)) throw missing(labels.size());
                labels.add(LabelFile.formatNumber(number));
            }
            return labels;
        }
        for (String word : words()) {
            if (word.isBlank()) throw missing(labels.size());
            labels.add(word);
        }
        return labels;
    }

    private DataException missing(int i) {
        return new DataException("%s: the label of sample %d is missing", name, i);
    }

    List<String> words() throws IOException {
        head.refuseObjects(name);
        Matcher type = WORDS.matcher(head.type());
        if (!type.matches())
            throw new DataException(
                    "%s: has the type %s; labels must be numbers or words", name, Excerpt.of(head.type()));
        int length = Integer.parseInt(type.group(3));
        if (length < 1 || length > MAX_WORD_LENGTH)
            throw new DataException("%s: has words of %d letters; 1 to %d are allowed", name, length, MAX_WORD_LENGTH);
        List<String> words = new ArrayList<>();
        if (type.group(2).equals("S")) forEach(length, (i, bytes, at) -> words.add(utf8(i, bytes, at, length)));
        else forEach(length * Integer.BYTES, (i, bytes, at) -> words.add(unicode(i, bytes, at, length)));
        return words;
    }

    private String utf8(int i, ByteBuffer bytes, int at, int length) {
        int end = at + length;
        while (end > at && bytes.get(end - 1) == 0) end--;
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes.duplicate().limit(end).position(at))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DataException("%s: element %d is not UTF-8 text", name, i);
        }
    }

    private String unicode(int i, ByteBuffer bytes, int at, int length) {
        StringBuilder word = new StringBuilder();
        int end = length;
        while (end > 0 && bytes.getInt(at + (end - 1) * Integer.BYTES) == 0) end--;
        for (int c = 0; c < end; c++) {
            int letter = bytes.getInt(at + c * Integer.BYTES);
            if (!Character.isValidCodePoint(letter))
                throw new DataException("%s: element %d is not Unicode text", name, i);
            word.appendCodePoint(letter);
        }
        return word.toString();
    }

    private double decode(NumberType type, ByteBuffer bytes, int at) {
        try {
            return type.decode(bytes, at);
        } catch (DataException e) {
            throw new DataException(name + ": " + e.getMessage(), e);
        }
    }

    private void forEach(int size, ElementVisitor element) throws IOException {
        int together = Math.max(1, CHUNK / Math.max(1, size));
        byte[] bytes = new byte[together * size];
        ByteBuffer chunk = ByteBuffer.wrap(bytes).order(head.order());
        for (int first = 0; first < count; first += together) {
            int here = Math.min(together, count - first);
            if (content.readNBytes(bytes, 0, here * size) < here * size)
                throw new DataException("%s: ends before its %d elements", name, count);
            for (int i = 0; i < here; i++) element.at(first + i, chunk, i * size);
        }
        if (content.read() >= 0) throw new DataException("%s: has more than its %d elements", name, count);
    }
}
