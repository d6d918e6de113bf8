package org.grapnel.formats.hdf5;

import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.storage.HdfBackingStorage;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.GuardedCall;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.SeekableFile;

/**
 * An HDF5 file: a tree of groups and datasets with attributes. Links are not followed, because they may leave the file.
 */
public final class Hdf5File implements Closeable {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};

    private final String name;
    private final HdfFile hdf;
    private final long bytes;

    /** Opens the file. The content must stay open meanwhile; the caller closes it. */
    public Hdf5File(String name, SeekableFile content) throws IOException {
        this.name = name;
        bytes = content.bytes();
        // a wrong length runs into the end of a buffer; with a channel the library would allocate it first
        Optional<ByteBuffer> mapped = content.mapped();
        hdf = GuardedCall.run(
                name, () -> mapped.isPresent() ? HdfFile.fromByteBuffer(mapped.get()) : new HdfFile(content.channel()));
    }

    /** Reads from an open HDF5 file. */
    public interface Hdf5Action<T> {
        T apply(InputFile in, Hdf5File file) throws IOException;
    }

    /** Opens a file, reads from it and closes it. */
    public static <T> T read(Path path, Hdf5Action<T> action) {
        return InputFile.read(path, in -> {
            try (SeekableFile content = SeekableFile.open(in)) {
                if (!isHdf5(content))
                    throw new DataException(
                            "%s: is not an HDF5 file, as .%s files are", in.name(), InputFile.extension(path));
                try (Hdf5File file = new Hdf5File(in.name(), content)) {
                    return action.apply(in, file);
                }
            }
        });
    }

    /** Tells whether the content is HDF5: its signature stands at byte 0, or after a header at 512, 1024, 2048, … */
    public static boolean isHdf5(SeekableFile content) throws IOException {
        for (long place = 0; place < content.bytes(); place = place == 0 ? 512 : 2 * place)
            if (content.at(place, SIGNATURE.length).equals(ByteBuffer.wrap(SIGNATURE))) return true;
        return false;
    }

    public String name() {
        return name;
    }

    /** The size of the file. No dataset can be stored in more bytes. */
    long bytes() {
        return bytes;
    }

    public Group root() {
        return hdf;
    }

    /** Describes a node for messages. */
    public String place(String path) {
        return name + ": '" + Excerpt.of(path) + "'";
    }

    public List<String> children(Group group) {
        return GuardedCall.run(name, () -> List.copyOf(group.getChildren().keySet()));
    }

    public boolean isLink(Group group, String child) {
        return GuardedCall.run(place(child), () -> {
            Node node = group.getChild(child);
            return node != null && node.isLink();
        });
    }

    /** Returns the node at a path, if it exists. */
    public Optional<Node> find(Group from, String... path) {
        return GuardedCall.run(place(String.join("/", path)), () -> {
            Optional<Node> node = Optional.of(from);
            for (String step : path)
                node = node.filter(Group.class::isInstance)
                        .flatMap(group -> Optional.ofNullable(((Group) group).getChild(step)));
            node.filter(Node::isLink).ifPresent(link -> {
                throw new DataException("%s: is a link; links are not followed", place(String.join("/", path)));
            });
            return node;
        });
    }

    public Optional<Dataset> dataset(Group from, String... path) {
        return find(from, path).filter(Dataset.class::isInstance).map(Dataset.class::cast);
    }

    /** Reads a dataset that is a list of texts. */
    public List<String> texts(Dataset dataset, String path) {
        return Hdf5Strings.read(this, dataset, place(path));
    }

    public Optional<Group> group(Group from, String... path) {
        return find(from, path).filter(Group.class::isInstance).map(Group.class::cast);
    }

    /** Returns the node that an object reference points at. */
    public Node dereference(long address, String place) {
        return GuardedCall.run(place, () -> hdf.getNodeByAddress(address));
    }

    /** The storage of the library, for what its interface does not offer. */
    HdfBackingStorage storage() {
        return hdf.getHdfBackingStorage();
    }

    /** Returns an attribute that is a text. */
    public Optional<String> textAttribute(Node node, String attribute) {
        return value(node, attribute)
                .map(value -> value instanceof String[] texts && texts.length == 1 ? texts[0] : value)
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    /** Returns an attribute that is one integer or several. */
    public Optional<long[]> integerAttribute(Node node, String attribute) {
        return value(node, attribute).map(value -> {
            boolean several = value.getClass().isArray();
            long[] wholes = new long[several ? Array.getLength(value) : 1];
            for (int i = 0; i < wholes.length; i++) {
                Object one = several ? Array.get(value, i) : value;
                if (!(one instanceof Number number))
                    throw new DataException("%s: attribute '%s' is not a number", place(node.getName()), attribute);
                wholes[i] = number.longValue();
            }
            return wholes;
        });
    }

    public boolean hasAttribute(Node node, String attribute) {
        return GuardedCall.run(place(node.getName()), () -> node.getAttributes().containsKey(attribute));
    }

    private Optional<Object> value(Node node, String attribute) {
        return GuardedCall.run(place(node.getName()), () -> {
            Attribute found = node.getAttributes().get(attribute);
            if (found == null) return Optional.empty();
            if (found.getSizeInBytes() > bytes)
                throw new DataException("%s: attribute '%s' is larger than the file", place(node.getName()), attribute);
            Hdf5NumberType.requireParts(found.getDataType(), place(node.getName()));
            return Optional.ofNullable(found.getData());
        });
    }

    @Override
    public void close() {
        GuardedCall.run(name, () -> {
            hdf.close();
            return name;
        });
    }
}
