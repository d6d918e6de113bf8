# Named arguments become options of the command line: max_iter = 100 is --max-iter 100.

# Options whose value may be a matrix or a vector, which travels as a file.
matrix_options <- c("entry_weights", "graph", "init_h", "init_w", "mask")

# Those that have the layout of the data.
data_shaped <- c("entry_weights", "mask")

option_words <- function(options, folder, transpose = FALSE) {
  if (length(options) == 0L) return(character())
  names <- names(options)
  if (is.null(names) || any(names == "")) stop("options must be named, as in alpha = 10", call. = FALSE)
  unlist(Map(function(name, value) one_option(name, value, folder, transpose), names, options), use.names = FALSE)
}

one_option <- function(name, value, folder, transpose) {
  flag <- paste0("--", gsub("_", "-", name, fixed = TRUE))
  if (is.null(value) || isFALSE(value)) return(character())
  if (isTRUE(value)) return(flag)
  if (name %in% matrix_options && !is.character(value)) {
    if (transpose && name %in% data_shaped && length(dim(value)) == 2L) value <- Matrix::t(value)
    return(c(flag, matrix_file(name, value, folder)))
  }
  if (name == "labels" && length(value) > 1L) {
    path <- file.path(folder, "labels.txt")
    write_lines(as.character(value), path)
    return(c(flag, path))
  }
  if (!is.atomic(value) || length(value) == 0L || anyNA(value)) {
    stop(name, " must be a number, a word, TRUE or FALSE, without NA", call. = FALSE)
  }
  # One word, so that a value that begins with a hyphen is no option.
  paste0(flag, "=", paste(option_values(value), collapse = ","))
}

matrix_file <- function(name, value, folder) {
  path <- file.path(folder, paste0(name, if (name == "graph") ".mtx" else ".npy"))
  if (name == "graph") {
    Matrix::writeMM(as(as(as(value, "Matrix"), "dMatrix"), "CsparseMatrix"), path)
  } else {
    write_npy(as.matrix(value), path)
  }
  path
}

# The shortest digits that give the number back; whole numbers without an exponent.
option_values <- function(value) {
  if (!is.numeric(value)) return(as.character(value))
  vapply(as.double(value), function(number) {
    if (number == round(number) && abs(number) < 1e15) return(sprintf("%.0f", number))
    digits <- c(sprintf("%.15g", number), sprintf("%.16g", number), sprintf("%.17g", number))
    digits[as.numeric(digits) == number][1L]
  }, "")
}
