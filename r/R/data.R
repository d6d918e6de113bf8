# Writes data as files that the command line reads, with names and without losing a bit.

# Returns the path of the data and the options that belong to it. Data that are not a path are written into `folder`.
# `may_drop` says whether the command line may leave out columns.
data_words <- function(x, features_in_rows, folder, options, may_drop = FALSE) {
  if (is.character(x) && is.null(dim(x))) {
    if (length(x) != 1L || is.na(x)) stop("x must be one path, a matrix or a data frame", call. = FALSE)
    return(c(plain_path(x), if (features_in_rows) "--features-in-rows"))
  }
  if (length(dim(x)) == 2L && any(dim(x) == 0L)) stop("x has no rows or no columns", call. = FALSE)
  # A file of labels may have a header, so one label too few or too many could shift them all.
  samples <- if (features_in_rows) ncol(x) else nrow(x)
  if (length(options$labels) > 1L && length(options$labels) != samples) {
    stop("labels has ", length(options$labels), " values, but x has ", samples, " samples", call. = FALSE)
  }
  if (is.data.frame(x) && features_in_rows) {
    numbers <- vapply(x, is_number, NA)
    if (!all(numbers)) {
      stop("with features_in_rows = TRUE all columns of x must be numbers; '", names(x)[!numbers][1L],
        "' is not: use it as rownames(x) or leave it out",
        call. = FALSE
      )
    }
    x <- as.matrix(x)
  }
  if (is.data.frame(x)) {
    refuse_nested(x, options, may_drop)
    table_words(lapply(x, table_column), rownames(x), folder, options)
  } else if (is(x, "Matrix") || is_number(x) && is.matrix(x)) {
    x <- with_names(if (features_in_rows) Matrix::t(x) else x)
    if (is.null(options$id)) refuse_repeated(rownames(x), if (features_in_rows) "columns" else "rows")
    if (is(x, "sparseMatrix")) return(sparse_folder(x, file.path(folder, "x")))
    x <- as.matrix(x)
    columns <- lapply(seq_len(ncol(x)), function(j) as.double(x[, j]))
    table_words(setNames(columns, colnames(x)), rownames(x), folder, options)
  } else {
    stop("x must be a matrix of numbers, a sparse matrix, a data frame or a path, not ", class(x)[1L], call. = FALSE)
  }
}

is_number <- function(x) is.numeric(x) || is.logical(x)

# A path that cannot be taken for an option.
plain_path <- function(path) {
  path <- path.expand(path)
  if (startsWith(path, "-")) file.path(".", path) else path
}

# Rows and columns without names are called as in a data frame: 1, 2, … and V1, V2, …
with_names <- function(x) {
  names <- dimnames(x)
  if (is.null(names)) names <- list(NULL, NULL)
  if (is.null(names[[1L]])) names[[1L]] <- as.character(seq_len(nrow(x)))
  if (is.null(names[[2L]])) names[[2L]] <- paste0("V", seq_len(ncol(x)))
  dimnames(x) <- names
  x
}

# A column of a data frame may itself be a matrix, a data frame or a list.
is_nested <- function(column) length(dim(column)) > 1L || is.list(column) && !inherits(column, "POSIXlt")

# One that may be dropped goes to the command line as text (table_column), which is refused there if it stays.
refuse_nested <- function(x, options, may_drop) {
  labels <- if (length(options$labels) == 1L) options$labels
  named <- as.character(c(labels, options$color, options$one_hot, options$id))
  used <- names(x) %in% unlist(strsplit(named, ",", fixed = TRUE))
  refused <- vapply(x, is_nested, NA) & (used | !may_drop)
  if (any(refused)) {
    name <- names(x)[refused][1L]
    stop("column '", name, "' of x is a ", class(x[[name]])[1L], ", not one value for each sample: give its columns ",
      "by themselves, or leave it out",
      call. = FALSE
    )
  }
}

refuse_repeated <- function(samples, rows) {
  second <- anyDuplicated(samples)
  if (second > 0L) {
    stop(rows, " ", match(samples[second], samples), " and ", second, " of x are both called '", samples[second],
      "': give each sample a name of its own, as by make.unique(", if (rows == "rows") "row" else "col", "names(x))",
      call. = FALSE
    )
  }
}

table_column <- function(column) {
  if (is_nested(column)) return(rep(paste("a", class(column)[1L]), NROW(column)))
  if (is_number(column)) as.double(column) else as.character(column)
}

table_words <- function(columns, samples, folder, options) {
  id <- NULL
  if (is.null(options$id)) {
    id <- tail(make.unique(c(names(columns), "sample")), 1L)
    columns <- c(setNames(list(samples), id), columns)
  }
  path <- write_parquet(columns, file.path(folder, "x.parquet"))
  c(path, if (!is.null(id)) c("--id", id))
}

# The folder of a 10x pipeline is the one text format of sparse matrices with names. writeMM writes as many digits as a
# number needs.
sparse_folder <- function(x, folder) {
  odd <- grep("[\t\r\n]|^\\s|\\s$|^$", unlist(dimnames(x)), value = TRUE)
  if (length(odd) > 0L) {
    stop("x is sparse, and its name '", encodeString(odd[1L]), "' is empty, has a tab or a line break, or begins or ",
      "ends with a blank: change it in dimnames(x)",
      call. = FALSE
    )
  }
  dir.create(folder)
  x <- as(as(as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  Matrix::writeMM(Matrix::t(x), file.path(folder, "matrix.mtx"))
  write_lines(paste(colnames(x), colnames(x), sep = "\t"), file.path(folder, "features.tsv"))
  write_lines(rownames(x), file.path(folder, "barcodes.tsv"))
  folder
}

# UTF-8 in any locale.
write_lines <- function(lines, path) {
  output <- file(path, "wb")
  on.exit(close(output))
  writeLines(enc2utf8(lines), output, useBytes = TRUE)
}
