# Data reach the command line with their names and every bit.
library(grapnel)
if (!nzchar(Sys.getenv("GRAPNEL_HOME"))) {
  cat("skipped: GRAPNEL_HOME is not set\n")
  quit("no")
}

# Three groups of 20 samples; each has four features of its own.
set.seed(1)
truth <- rep(c("a", "b", "c"), each = 20)
x <- matrix(runif(60 * 14), 60, 14) / 3
for (g in 1:3) x[truth == letters[g], 4 * g - 3:0] <- x[truth == letters[g], 4 * g - 3:0] + 1
fit <- function(x, ...) grapnel_fit(x, 3, 6, ..., no_controls = TRUE, no_report = TRUE, quiet = TRUE)
message_of <- function(call) tryCatch(call, error = conditionMessage)

# The command line on a file of the same data.
command_line <- function(file, ...) {
  dir <- tempfile("run-")
  words <- c("fit", file, "--clusters", "3", "--keep", "6", "--no-controls", "--no-report", ..., "-o", dir)
  stopifnot(system2(grapnel_program(), shQuote(words), stdout = FALSE, stderr = FALSE) == 0)
  read_run(dir)
}
same <- function(one, other) {
  stopifnot(identical(unname(one$W), unname(other$W)), identical(unname(one$H), unname(other$H)))
}

# A dense matrix: the same bits as .npy.
plain <- fit(x)
npy <- write_npy(x, tempfile(fileext = ".npy"))
same(plain, command_line(npy))
same(fit(npy), plain)
stopifnot(identical(plain$preparation$name, paste0("V", 1:14)), identical(names(plain$groups), as.character(1:60)))
same(fit(x, alpha = 3, neighbors = 7, seed = 5), command_line(npy, "--alpha", "3", "--neighbors", "7", "--seed", "5"))

# A sparse matrix: the same bits as Matrix Market.
sparse <- Matrix::Matrix(ifelse(x > 0.25, x, 0), sparse = TRUE)
mtx <- tempfile(fileext = ".mtx")
invisible(Matrix::writeMM(sparse, mtx))
from_sparse <- fit(sparse)
same(from_sparse, command_line(mtx))
same(fit(as(sparse, "RsparseMatrix")), from_sparse)

# Names of every kind come back, with dense and sparse data.
odd <- x
colnames(odd) <- c("a b", "it's", "say \"no\"", "gr\u00fcn", "\u03b1,\u03b2", "-f", "1", "=2+3", "NA", "$HOME", "`ls`",
  "a\\b", "sample", "z;|&")
rownames(odd) <- c("gr\u00fcn 1", "'q'", "\"q\"", "a,b", "NA", "TRUE", "007", paste("cell", 8:60))
named <- fit(odd)
same(named, plain)
stopifnot(identical(rownames(named$W), colnames(odd)), identical(colnames(named$H), rownames(odd)))
stopifnot(identical(names(named$groups), rownames(odd)), identical(colnames(odd)[named$features$index], named$features$name))
stopifnot(identical(named$features$name, colnames(odd)[plain$features$index]))
sparse_named <- sparse
dimnames(sparse_named) <- dimnames(odd)
named <- fit(sparse_named)
same(named, from_sparse)
stopifnot(identical(dimnames(named$W)[[1]], colnames(odd)), identical(names(named$groups), rownames(odd)))
colnames(sparse_named)[2] <- "a\tb"
stopifnot(grepl("its name 'a\\tb' is empty, has a tab", message_of(fit(sparse_named)), fixed = TRUE))

# Features in rows, for matrices and for files.
same(fit(t(odd), features_in_rows = TRUE), plain)
same(fit(Matrix::t(sparse), features_in_rows = TRUE), from_sparse)
same(fit(write_npy(t(x), tempfile(fileext = ".npy")), features_in_rows = TRUE), plain)

# A data frame, with text, labels and other facts; labels as a vector.
frame <- data.frame(x, truth, batch = c("u", NA, "w"), flag = TRUE)
with_labels <- fit(frame, labels = "truth", drop = "flag", color = "batch")
same(with_labels, plain)
stopifnot(with_labels$scores[["nmi"]] == 1, with_labels$summary$colors[[1]]$name == "batch")
stopifnot(identical(with_labels$features$name, names(frame)[with_labels$features$index]))
stopifnot(identical(fit(x, labels = truth)$scores, with_labels$scores))
stopifnot(grepl("truth", message_of(fit(frame))))
stopifnot(message_of(fit(x, labels = truth[-1])) == "labels has 59 values, but x has 60 samples")
stopifnot(message_of(fit(t(x), labels = truth[-1], features_in_rows = TRUE)) == "labels has 59 values, but x has 60 samples")
stopifnot(startsWith(message_of(fit(x, labels = c(NA, truth[-1]))), "--labels labels: sample 0 has no label"))

# Matrices as options: all entries count the same, so nothing changes but the kind of the solver.
same(fit(odd, mask = x >= 0), fit(t(odd), mask = t(x) >= 0, features_in_rows = TRUE))

# The faults of data have the words of the command line, and call the data x.
wrong <- x
wrong[3, 4] <- -1
stopifnot(startsWith(message_of(fit(wrong)), "x: sample 2 (3), feature 3 (V4) is -1.0: negative"))
wrong[3, 4] <- NA
stopifnot(startsWith(message_of(fit(wrong)), "x: "), grepl("--missing model", message_of(fit(wrong)), fixed = TRUE))
stopifnot(message_of(fit(list(1))) == "x must be a matrix of numbers, a sparse matrix, a data frame or a path, not list")
stopifnot(message_of(fit("-no such.csv")) == "./-no such.csv: no such file")

# Empty data, columns that are matrices, and samples with the same name are refused alike for all kinds of x.
for (empty in list(x[, 0], x[0, ], sparse[, 0], sparse[0, ], frame[0, ], frame[, 0])) {
  for (in_rows in c(FALSE, TRUE)) {
    stopifnot(message_of(fit(empty, features_in_rows = in_rows)) == "x has no rows or no columns")
  }
}
nested <- data.frame(a = x[, 1])
nested$m <- x
stopifnot(startsWith(message_of(fit(nested)), "column 'm' of x is a matrix, not one value for each sample"))
nested$m <- as.list(x[, 1])
stopifnot(startsWith(message_of(fit(nested)), "column 'm' of x is a list"))
stopifnot(startsWith(message_of(fit(nested, drop_constant = TRUE)), "column 'm' of x is a list"))

# But they may be left out, by all words that leave out columns, and for new samples as in the fit.
nested <- cbind(data.frame(x[, 1:7]), m = NA, l = NA, y = x[, 8:14])
nested$m <- x
nested$l <- as.list(truth)
for (words in list(c("m", "l"), "m,l", "m:l", c("m*", "l"))) same(fit(nested, drop = words), plain)
without <- fit(nested, columns = c("X*", "y*"), labels = truth)
same(without, plain)
stopifnot(identical(predict(without, nested), predict(without, nested[, -(8:9)])))
stopifnot(grepl("cannot be read as numbers: 'l' (1 categories such as 'a list')", message_of(fit(nested, drop = "m")),
  fixed = TRUE))
stopifnot(startsWith(message_of(fit(nested, drop = "m*", color = "m", columns = "X*")), "column 'm' of x is a matrix"))

repeated <- odd
rownames(repeated)[5] <- rownames(repeated)[2]
refused <- "rows 2 and 5 of x are both called ''q'': give each sample a name of its own, as by make.unique(rownames(x))"
stopifnot(message_of(fit(repeated)) == refused, message_of(fit(Matrix::Matrix(repeated, sparse = TRUE))) == refused)
refused <- "columns 2 and 5 of x are both called ''q'': give each sample a name of its own, as by make.unique(colnames(x))"
for (in_columns in list(t(repeated), Matrix::Matrix(t(repeated), sparse = TRUE))) {
  stopifnot(message_of(fit(in_columns, features_in_rows = TRUE)) == refused)
}
