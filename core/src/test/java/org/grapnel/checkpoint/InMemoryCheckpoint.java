package org.grapnel.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Remembers the state after every iteration, and hands out one that another has remembered. */
public final class InMemoryCheckpoint implements Checkpoint {
    private final CheckpointStatus found;
    private final byte[] kept;
    private final List<byte[]> states = new ArrayList<>();
    private byte[] solution = new byte[0];

    private InMemoryCheckpoint(CheckpointStatus found, byte[] kept) {
        this.found = found;
        this.kept = kept;
    }

    public static InMemoryCheckpoint anew() {
        return new InMemoryCheckpoint(CheckpointStatus.NOTHING, new byte[0]);
    }

    public static InMemoryCheckpoint underWay(byte[] state) {
        return new InMemoryCheckpoint(CheckpointStatus.UNDER_WAY, state);
    }

    public static InMemoryCheckpoint ended(byte[] solution) {
        return new InMemoryCheckpoint(CheckpointStatus.ENDED, solution);
    }

    public List<byte[]> states() {
        return states;
    }

    public byte[] solution() {
        return solution;
    }

    @Override
    public CheckpointStatus status() {
        return found;
    }

    @Override
    public void read(Consumer<StateStream> state) {
        ByteArrayInputStream in = new ByteArrayInputStream(kept);
        state.accept(StateStream.readFrom(in));
        assertThat(in.available()).as("what was written and is not read").isZero();
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
