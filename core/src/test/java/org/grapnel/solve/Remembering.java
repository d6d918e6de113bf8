package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.grapnel.linalg.Ledger;

/** Remembers the state after every iteration, and hands out one that another has remembered. */
public final class Remembering implements Checkpoint {
    private final Found found;
    private final byte[] kept;
    private final List<byte[]> states = new ArrayList<>();
    private byte[] solution = new byte[0];

    private Remembering(Found found, byte[] kept) {
        this.found = found;
        this.kept = kept;
    }

    public static Remembering anew() {
        return new Remembering(Found.NOTHING, new byte[0]);
    }

    public static Remembering underWay(byte[] state) {
        return new Remembering(Found.UNDER_WAY, state);
    }

    public static Remembering ended(byte[] solution) {
        return new Remembering(Found.ENDED, solution);
    }

    public List<byte[]> states() {
        return states;
    }

    public byte[] solution() {
        return solution;
    }

    @Override
    public Found found() {
        return found;
    }

    @Override
    public void read(Consumer<Ledger> state) {
        ByteArrayInputStream in = new ByteArrayInputStream(kept);
        state.accept(Ledger.from(in));
        assertThat(in.available()).as("what was written and is not read").isZero();
    }

    @Override
    public void passed(Consumer<Ledger> state) {
        states.add(bytes(state));
    }

    @Override
    public void left(Consumer<Ledger> state) {
        states.add(bytes(state));
    }

    @Override
    public void ended(double seconds, Consumer<Ledger> result) {
        solution = bytes(result);
    }

    public static byte[] bytes(Consumer<Ledger> state) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        state.accept(Ledger.to(out));
        return out.toByteArray();
    }
}
