package org.grapnel.runs.resume;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.grapnel.checkpoint.Checkpoint.CheckpointStatus;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/**
 * A checkpoint on disk: magic number, kind, fingerprint of the solve, state, CRC-32C of everything before it. It is written
 * under another name, synced and renamed, so it appears complete or not at all.
 */
final class CheckpointFile {
    static final int FINGERPRINT_BYTES = 32;

    private static final long MAGIC = 0x4752_4150_4e45_4c31L; // GRAPNEL1
    private static final int UNFINISHED = 1;
    private static final int FINISHED = 2;
    private static final int CHECKSUM_BYTES = 8;
    private static final int HEADER_BYTES = 12 + FINGERPRINT_BYTES;
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final byte[] fingerprint;

    /** @param fingerprint of the solve, {@value #FINGERPRINT_BYTES} bytes */
    CheckpointFile(Path file, byte[] fingerprint) {
        this.file = file;
        this.fingerprint = fingerprint;
    }

    Path file() {
        return file;
    }

    /** @param partial a name in the same folder that no other writer uses */
    void write(Path partial, CheckpointStatus status, Consumer<StateStream> state) throws IOException {
        try {
            try (FileChannel channel = FileChannel.open(
                    partial,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                OutputStream raw = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
                CheckedOutputStream checked = new CheckedOutputStream(raw, new CRC32C());
                DataOutputStream out = new DataOutputStream(checked);
                out.writeLong(MAGIC);
                out.writeInt(status == CheckpointStatus.FINISHED ? FINISHED : UNFINISHED);
                out.write(fingerprint);
                state.accept(StateStream.writeTo(out));
                out.writeLong(checked.getChecksum().getValue());
                out.flush();
                channel.force(true);
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Directories.syncFolder(file.resolveSibling(""));
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /** Returns the kind of checkpoint, or empty where the file is damaged or of another solve. */
    Optional<CheckpointStatus> verify() throws IOException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            CRC32C checksum = new CRC32C();
            long body = Files.size(file) - CHECKSUM_BYTES;
            byte[] header = raw.readNBytes((int) Math.min(HEADER_BYTES, Math.max(0, body)));
            checksum.update(header);
            byte[] chunk = new byte[BUFFER];
            long at = header.length;
            while (at < body) {
                int got = raw.read(chunk, 0, (int) Math.min(chunk.length, body - at));
                if (got < 0) break;
                checksum.update(chunk, 0, got);
                at += got;
            }
            DataInputStream fields = new DataInputStream(new ByteArrayInputStream(header));
            boolean intact = header.length == HEADER_BYTES
                    && fields.readLong() == MAGIC
                    && new DataInputStream(raw).readLong() == checksum.getValue();
            if (!intact) return Optional.empty();
            int kind = fields.readInt();
            if (!Arrays.equals(fields.readNBytes(FINGERPRINT_BYTES), fingerprint)) return Optional.empty();
            return Optional.of(kind == FINISHED ? CheckpointStatus.FINISHED : CheckpointStatus.UNFINISHED);
        }
    }

    void read(Consumer<StateStream> state) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            in.readNBytes(HEADER_BYTES);
            state.accept(StateStream.readFrom(in));
            Preconditions.require(
                    in.readNBytes(CHECKSUM_BYTES + 1).length == CHECKSUM_BYTES, "longer than this solver's state");
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // intact, but not of this solver, which may have read a part of it by now
            throw new DataException(
                    file + ": is not the state of this fit; remove it, and the fit starts from the beginning", e);
        }
    }
}
