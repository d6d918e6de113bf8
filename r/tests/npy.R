# .npy files keep every bit.
library(grapnel)

file <- tempfile(fileext = ".npy")
numbers <- c(0.1 + 0.2, 1 / 3, .Machine$double.xmin, -0, 1e300, pi)
x <- matrix(numbers, 2, 3)
stopifnot(identical(read_npy(write_npy(x, file)), x))
stopifnot(identical(read_npy(write_npy(numbers, file)), numbers))
stopifnot(identical(read_npy(write_npy(matrix(TRUE, 1, 1), file)), matrix(1, 1, 1)))

# A file in the order of C, as NumPy writes it.
header <- "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
header <- paste0(header, strrep(" ", 117 - nchar(header)), "\n")
output <- file(file, "wb")
writeBin(c(as.raw(0x93), charToRaw("NUMPY"), as.raw(c(1, 0))), output)
writeBin(nchar(header), output, size = 2, endian = "little")
writeBin(charToRaw(header), output)
writeBin(as.double(1:6), output, endian = "little")
close(output)
stopifnot(identical(read_npy(file), matrix(as.double(1:6), 2, 3, byrow = TRUE)))

message_of <- function(call) tryCatch(call, error = conditionMessage)
writeLines("a,b", file)
stopifnot(grepl("is not a .npy file", message_of(read_npy(file)), fixed = TRUE))
stopifnot(message_of(write_npy("a", file)) == "x must hold numbers, not character")
