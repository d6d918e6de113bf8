#!/usr/bin/env Rscript
# Times RcppML::nmf with 2 threads until its relative error is at or below a target.
#
# usage: rcppml_nmf.R FOLDER RANK TARGET      FOLDER holds X.npy or X.mtx (features x samples)
# RcppML accepts no start and does not tell its error, so it runs 1, 2, 4, ... 256 iterations, each time from the beginning, and then halves
# the interval between too few and enough. Prints seconds<TAB>iterations<TAB>relative error<TAB>seconds of processor time of the shortest run
# that is as good as the target, or of the longest run if none is. Needs Debian's r-cran-rcppml.
suppressMessages({library(RcppML); library(Matrix)})
a <- commandArgs(TRUE)
rank <- as.integer(a[2]); target <- as.numeric(a[3])
if (file.exists(file.path(a[1], "X.mtx"))) {
  X <- as(readMM(file.path(a[1], "X.mtx")), "CsparseMatrix")
  squares <- sum(X@x^2)
} else {
  file <- file(file.path(a[1], "X.npy"), "rb")
  readBin(file, "raw", 8)
  header <- rawToChar(readBin(file, "raw", readBin(file, "integer", 1, size = 2, endian = "little")))
  shape <- as.integer(strsplit(sub(".*\\((.*)\\).*", "\\1", header), ",")[[1]])
  X <- t(matrix(readBin(file, "double", prod(shape)), shape[2], shape[1]))  # stored by rows
  close(file)
  squares <- sum(X^2)
}
setRcppMLthreads(2)
run <- function(iterations) {
  begun <- proc.time()
  m <- RcppML::nmf(X, rank, tol = 0, maxit = iterations, verbose = FALSE, seed = 1, L1 = c(0, 0))
  taken <- proc.time() - begun
  W <- m$w %*% diag(m$d)
  rest <- squares - 2 * sum(as.matrix(crossprod(X, W)) * t(m$h)) + sum(crossprod(W) * tcrossprod(m$h))
  c(taken[[3]], iterations, sqrt(rest / squares), taken[[1]] + taken[[2]])
}
few <- 0; best <- NULL
for (iterations in 2^(0:8)) {
  last <- run(iterations)
  if (last[3] <= target) { best <- last; break }
  few <- iterations
}
while (!is.null(best) && best[2] - few > max(1, best[2] / 16)) {
  middle <- run(round((few + best[2]) / 2))
  if (middle[3] <= target) best <- middle else few <- middle[2]
}
cat(do.call(sprintf, c("%.3f\t%d\t%.6f\t%.3f\n", as.list(if (is.null(best)) last else best))))
