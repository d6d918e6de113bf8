"""Makes the golden cases of the joint factorisation: python3 make_joint.py, in this folder, writes joint/. NumPy and the seeds below determine every number.

The solver is the prototype (research/joint.py) in dense arrays, with the start scaled so that it explains S best. A sample without an edge
takes part in the loss only.
"""
import json, os
import numpy as np


def sweeps(Q, B, H, count=2):
    for _ in range(count):
        for j in range(len(Q)):
            if Q[j, j] > 0:
                H[j] = np.maximum(0, H[j] + (B[j] - Q[j] @ H) / Q[j, j])
    return H


def joint(X, A, H, weight, iterations):
    d = A.sum(1)
    on = d > 0
    q = np.where(on, 1 / np.sqrt(np.where(on, d, 1)), 0)
    S = q[:, None] * A * q[None, :]
    r = len(H)
    b = S.max()
    alpha = weight * np.sum(X * X) / r
    I = np.eye(r)
    H = H.copy()
    K = H[:, on] @ H[:, on].T
    H *= np.sqrt(np.sum((H @ S) * H) / np.sum(K * K))
    G = np.where(on, H, 0)

    def F():
        misfit = np.sum((S - G.T @ H)[np.ix_(on, on)] ** 2) + b * np.sum((H - G)[:, on] ** 2)
        return [.5 * np.sum((X - W @ H) ** 2), alpha / 2 * misfit]

    W = sweeps(H @ H.T, H @ X.T, np.zeros((r, len(X))), 5).T
    trace = [F()]
    for _ in range(iterations):
        W = sweeps(H @ H.T, H @ X.T, W.T.copy()).T
        B = W.T @ X + np.where(on, alpha * (G @ S + b * G), 0)
        H[:, on] = sweeps(W.T @ W + alpha * (G @ G.T + b * I), B[:, on], H[:, on])
        H[:, ~on] = sweeps(W.T @ W, B[:, ~on], H[:, ~on])
        K = H[:, on] @ H[:, on].T + b * I
        G[:, on] = sweeps(K, (H @ S + b * H)[:, on], G[:, on])
        trace.append(F())
    return W, H, trace


def case(name, seed, groups, size, p, r, weight, iterations, isolated):
    rng = np.random.default_rng(seed)
    n = groups * size + isolated
    label = np.r_[np.repeat(np.arange(groups), size), np.zeros(isolated, int)]
    X = rng.random((p, n)) + 2 * (np.arange(p)[:, None] % groups == label)
    D = ((X[:, :, None] - X[:, None, :]) ** 2).sum(0) + np.diag(np.full(n, np.inf))
    D[groups * size:] = D[:, groups * size:] = np.inf
    A = np.zeros((n, n))
    for i in range(groups * size):
        A[i, np.argsort(D[i])[:4]] = 1
    A = (A + A.T) / 2 * np.round(.5 + rng.random(), 3)
    H0 = np.full((r, n), .2)
    start = np.where(rng.random(n) < .2, rng.integers(0, r, n), label % r)
    H0[start, np.arange(n)] += 1
    H0 *= np.sqrt(r / n)
    W, H, trace = joint(X, A, H0, weight, iterations)
    folder = os.path.join("joint", name)
    os.makedirs(folder, exist_ok=True)
    save = lambda what, M: np.savetxt(os.path.join(folder, what + ".csv"), M, delimiter=",", fmt="%.17g")
    save("X", X), save("H0", H0), save("W", W), save("H", H)
    i, j = np.nonzero(A)
    with open(os.path.join(folder, "edges.csv"), "w") as f:
        f.write("i,j,weight\n" + "".join(f"{a},{c},{A[a, c]!r}\n" for a, c in zip(i.tolist(), j.tolist())).replace("np.float64(", "").replace(")", ""))
    with open(os.path.join(folder, "case.json"), "w") as f:
        json.dump(dict(name=name, n=n, r=r, lam=weight, iterations=iterations, loss=[t[0] for t in trace], graph=[t[1] for t in trace]), f, indent=1)


case("01-groups", 1, 3, 10, 8, 3, 10., 40, 0)
case("02-isolated-samples", 2, 3, 8, 6, 3, 10., 40, 3)
case("03-more-components-than-groups", 3, 2, 9, 7, 4, 1., 40, 0)
