"""Fills missing entries as peers do: feature means, soft-impute (Mazumder, Hastie and Tibshirani 2010) and regularised iterative PCA (Josse and Husson 2012).

Samples in rows, NaN where an entry is missing. Strength and rank are chosen on a tenth of the observed entries; filled values are clipped at 0."""
import numpy as np


def shrink(Z, function):
    """Z with each singular value s replaced by function(s)."""
    wide = Z.shape[0] <= Z.shape[1]
    values, vectors = np.linalg.eigh(Z @ Z.T if wide else Z.T @ Z)
    s = np.sqrt(np.maximum(values[::-1], 0))
    vectors = vectors[:, ::-1]
    factor = function(s) / np.maximum(s, 1e-300)
    used = np.nonzero(factor > 0)[0]
    V = vectors[:, used]
    return (V * factor[used]) @ (V.T @ Z) if wide else ((Z @ V) * factor[used]) @ V.T


def means(X):
    return np.where(np.isnan(X), np.nanmean(X, axis=0), X)


def iterate(X, start, function, rounds=100, tolerance=1e-4):
    gaps = np.isnan(X)
    Z = np.where(gaps, start, X)
    for _ in range(rounds):
        mean = Z.mean(axis=0)
        filled = mean + shrink(Z - mean, function)
        change = np.linalg.norm((filled - Z)[gaps]) / np.linalg.norm(Z[gaps])
        Z = np.where(gaps, filled, X)
        if change < tolerance:
            break
    return Z


def soft(weight):
    return lambda s: np.maximum(s - weight, 0)


def regularised(rank):
    def function(s):
        noise = np.mean(s[rank:] ** 2) if rank < len(s) else 0
        return np.where(np.arange(len(s)) < rank, np.maximum(s**2 - noise, 0) / np.maximum(s, 1e-300), 0)
    return function


def path(X, functions):
    """The completions along a path, each from the one before."""
    Z = means(X)
    for function in functions:
        Z = iterate(X, Z, function)
        yield np.maximum(Z, 0)


def error(Z, truth, where):
    return np.linalg.norm((Z - truth)[where]) / np.linalg.norm(truth[where])


def chosen(X, truth, functions, seed=1, patience=2):
    """The error on the gaps of X of the function that predicts held-out entries best, and the least error of all functions tried.

    The path ends after some functions in a row without a better prediction, as ours does."""
    held = ~np.isnan(X) & (np.random.default_rng(seed).random(X.shape) < 0.1)
    scores = []
    for Z in path(np.where(held, np.nan, X), functions):
        scores.append(error(Z, X, held))
        if len(scores) - 1 - int(np.argmin(scores)) >= patience:
            break
    errors = [error(Z, truth, np.isnan(X)) for Z in path(X, functions[: len(scores)])]
    return errors[int(np.argmin(scores))], min(errors)
