package org.grapnel.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A checkpoint in memory: it keeps the state after every iteration, and can start from one. */
public final class InMemoryCheckpoint implements Checkpoint {
    private final CheckpointStatus status;
    private final byte[] saved;
    private final List<byte[]> states = new ArrayList<>();
    private byte[] solution = new byte[0];

    private InMemoryCheckpoint(CheckpointStatus status, byte[] saved) {
        this.status = status;
        this.saved = saved;
    }

    public static InMemoryCheckpoint empty() {
        return new InMemoryCheckpoint(CheckpointStatus.NONE, new byte[0]);
    }

    public static InMemoryCheckpoint unfinished(byte[] state) {
        return new InMemoryCheckpoint(CheckpointStatus.UNFINISHED, state);
    }

    public static InMemoryCheckpoint finished(byte[] solution) {
        return new InMemoryCheckpoint(CheckpointStatus.FINISHED, solution);
    }

    public List<byte[]> states() {
        return states;
    }

    public byte[] solution() {
        return solution;
    }

    @Override
    public CheckpointStatus status() {
        return status;
    }

    @Override
    public void read(Consumer<StateStream> state) {
        ByteArrayInputStream in = new ByteArrayInputStream(saved);
        state.accept(StateStream.readFrom(in));
        assertThat(in.available()).as("bytes that were written and not read").isZero();
    }

    @Override
    public void afterIteration(Consumer<StateStream> state) {
        states.add(bytes(state));
    }

    @Override
    public void onInterrupt(Consumer<StateStream> state) {
        states.add(bytes(state));
    }

    @Override
    public void onFinish(double seconds, Consumer<StateStream> result) {
        solution = bytes(result);
    }

    public static byte[] bytes(Consumer<StateStream> state) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        state.accept(StateStream.writeTo(out));
        return out.toByteArray();
    }
}
