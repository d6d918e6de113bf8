package org.grapnel.studio.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/** Finds the symbolic links of a zip in its central directory, whose types of files Java does not show. */
final class ZipLinks {
    private static final int END = 0x06054b50;
    private static final int END64 = 0x06064b50;
    private static final int LOCATOR64 = 0x07064b50;
    private static final int HEADER = 0x02014b50;
    private static final int TYPE = 0170000;
    private static final int LINK = 0120000;

    /** The longest end record: 22 bytes, a comment of 65,535, and the locator of the large form. */
    private static final int LONGEST_END = 22 + 65_535 + 20;

    private static final long LARGEST_DIRECTORY = 64 << 20;

    private ZipLinks() {}

    static Set<String> find(Path archive) throws IOException {
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            ByteBuffer directory = directory(file);
            Set<String> links = new HashSet<>();
            while (directory.remaining() >= 46 && directory.getInt(directory.position()) == HEADER) {
                int at = directory.position();
                int nameLength = directory.getShort(at + 28) & 0xffff;
                int others = (directory.getShort(at + 30) & 0xffff) + (directory.getShort(at + 32) & 0xffff);
                int mode = directory.getInt(at + 38) >>> 16;
                if (directory.remaining() < 46 + nameLength + others) throw damaged();
                byte[] name = new byte[nameLength];
                directory.position(at + 46);
                directory.get(name);
                // some programs name another system, so the type counts whatever the system
                if ((mode & TYPE) == LINK) links.add(new String(name, StandardCharsets.UTF_8));
                directory.position(at + 46 + nameLength + others);
            }
            return links;
        }
    }

    private static ByteBuffer directory(FileChannel file) throws IOException {
        long size = file.size();
        int tail = (int) Math.min(size, LONGEST_END);
        ByteBuffer end = read(file, size - tail, tail);
        int at = tail - 22;
        while (at >= 0 && end.getInt(at) != END) at--;
        if (at < 0) throw damaged();
        long length = end.getInt(at + 12) & 0xffffffffL;
        long offset = end.getInt(at + 16) & 0xffffffffL;
        if (at >= 20 && end.getInt(at - 20) == LOCATOR64) {
            ByteBuffer large = read(file, end.getLong(at - 12), 56);
            if (large.getInt(0) != END64) throw damaged();
            length = large.getLong(40);
            offset = large.getLong(48);
        }
        if (length < 0 || length > LARGEST_DIRECTORY) throw damaged();
        return read(file, offset, (int) length);
    }

    private static ByteBuffer read(FileChannel file, long offset, int length) throws IOException {
        if (offset < 0 || offset + length > file.size()) throw damaged();
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && file.read(bytes, offset + bytes.position()) >= 0) {
            // reads on
        }
        if (bytes.hasRemaining()) throw damaged();
        return bytes.flip();
    }

    private static RefusedException damaged() {
        return RefusedException.wrong("the zip is damaged; pack it again");
    }
}
