#!/usr/bin/env Rscript
# Times the NMF package of R: its Euclidean algorithm ("lee") from its own random start, for a fixed number of iterations.
#
# usage: r_nmf.R FOLDER RANK ITERATIONS      FOLDER holds X.npy (features x samples)
# Prints JSON. Needs Debian's r-cran-nmf.
suppressMessages(suppressWarnings(library(NMF)))
a <- commandArgs(TRUE)
file <- file(file.path(a[1], "X.npy"), "rb")
invisible(readBin(file, "raw", 8))
header <- rawToChar(readBin(file, "raw", readBin(file, "integer", 1, size = 2, endian = "little")))
shape <- as.integer(strsplit(sub(".*\\((.*)\\).*", "\\1", header), ",")[[1]])
X <- t(matrix(readBin(file, "double", prod(shape)), shape[2], shape[1]))  # stored by rows
close(file)
X <- X[rowSums(X) > 0, ]  # the package refuses rows of zeros; they do not change the error
begun <- proc.time()
m <- nmf(X, as.integer(a[2]), "lee", seed = 1, maxIter = as.integer(a[3]))
seconds <- (proc.time() - begun)[[3]]
cat(sprintf('{"seconds": %.3f, "iterations": %d, "error": %.8f}\n', seconds, as.integer(niter(m)), sqrt(sum((X - fitted(m))^2) / sum(X^2))))
