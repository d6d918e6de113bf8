# NumPy's .npy format: a header that says the type and the shape, then the numbers.

npy_magic <- as.raw(c(0x93, utf8ToInt("NUMPY")))

read_npy <- function(file) {
  input <- file(file, "rb")
  on.exit(close(input))
  start <- readBin(input, "raw", 8L)
  if (length(start) < 8L || !identical(start[1:6], npy_magic)) {
    stop(file, ": is not a .npy file", call. = FALSE)
  }
  length_bytes <- if (start[7L] == 1L) 2L else 4L
  length <- readBin(input, "integer", size = length_bytes, signed = length_bytes > 2L, endian = "little")
  header <- rawToChar(readBin(input, "raw", length))
  if (!grepl("'descr': '<f8'", header, fixed = TRUE)) {
    stop(file, ": holds no double precision numbers, but ", header, call. = FALSE)
  }
  shape <- sub(".*'shape': *\\(([^)]*)\\).*", "\\1", header)
  sides <- as.numeric(strsplit(gsub("[^0-9,]", "", shape), ",", fixed = TRUE)[[1L]])
  if (length(sides) > 2L) {
    stop(file, ": has ", length(sides), " dimensions; a vector or a matrix is needed", call. = FALSE)
  }
  numbers <- readBin(input, "double", prod(sides), endian = "little")
  if (length(numbers) < prod(sides)) {
    stop(file, ": ends after ", length(numbers), " of ", prod(sides), " numbers", call. = FALSE)
  }
  if (length(sides) < 2L) return(numbers)
  by_columns <- grepl("'fortran_order': True", header, fixed = TRUE)
  matrix(numbers, sides[1L], sides[2L], byrow = !by_columns)
}

write_npy <- function(x, file) {
  if (!is.numeric(x) && !is.logical(x)) stop("x must hold numbers, not ", class(x)[1L], call. = FALSE)
  shape <- if (is.matrix(x)) paste(nrow(x), ncol(x), sep = ", ") else paste0(length(x), ",")
  # R stores matrices column by column, which NumPy calls the order of Fortran.
  header <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%s), }", shape)
  header <- paste0(header, strrep(" ", -(nchar(header) + 11L) %% 64L), "\n")
  output <- file(file, "wb")
  on.exit(close(output))
  writeBin(c(npy_magic, as.raw(c(1L, 0L))), output)
  writeBin(nchar(header), output, size = 2L, endian = "little")
  writeBin(charToRaw(header), output)
  writeBin(as.double(x), output, endian = "little")
  invisible(file)
}
