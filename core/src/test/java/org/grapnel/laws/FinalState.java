package org.grapnel.laws;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.StateStream;

/** Keeps the state of a run that is interrupted, from which G of the joint term is read: a solution has W and H only. */
final class FinalState implements Checkpoint {
    private final ByteArrayOutputStream saved = new ByteArrayOutputStream();

    /** Returns G as rows of samples. The state begins with W, H and G. */
    double[][] g(int features, int samples, int rank) {
        double[] numbers = new double[(features + 2 * samples) * rank];
        StateStream.readFrom(new ByteArrayInputStream(saved.toByteArray())).doubles(numbers);
        double[][] Gt = new double[samples][rank];
        for (int j = 0; j < samples; j++) System.arraycopy(numbers, (features + samples + j) * rank, Gt[j], 0, rank);
        return Gt;
    }

    @Override
    public CheckpointStatus status() {
        return CheckpointStatus.NONE;
    }

    @Override
    public void read(Consumer<StateStream> state) {
        throw new IllegalStateException("there is no checkpoint to read");
    }

    @Override
    public void afterIteration(Consumer<StateStream> state) {}

    @Override
    public void onInterrupt(Consumer<StateStream> state) {
        saved.reset();
        state.accept(StateStream.writeTo(saved));
    }

    @Override
    public void onFinish(double seconds, Consumer<StateStream> solution) {}
}
