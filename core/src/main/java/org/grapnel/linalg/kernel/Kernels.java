package org.grapnel.linalg.kernel;

import org.grapnel.runtime.ExecutionContext;

/** The kernels, one instance each. */
public final class Kernels {
    private static final Kernel OPENBLAS = new OpenBlasKernel();
    private static final Kernel JAVA = new JavaKernel();

    private Kernels() {}

    /** Returns the kernel of a context. */
    public static Kernel of(ExecutionContext context) {
        return context.kernel() == ExecutionContext.KernelKind.OPENBLAS ? OPENBLAS : JAVA;
    }
}
