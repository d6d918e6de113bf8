# Writes a data frame as Parquet: the one format of tables that keeps names, text and every bit of a number, without a
# detour by decimal digits. Each column is one uncompressed page; the metadata are in Thrift's compact protocol.

parquet_double <- 5L
parquet_text <- 6L

write_parquet <- function(columns, file) {
  output <- file(file, "wb")
  on.exit(close(output))
  rows <- length(columns[[1L]])
  writeBin(charToRaw("PAR1"), output)
  at <- 4
  chunks <- vector("list", length(columns))
  for (i in seq_along(columns)) {
    column <- columns[[i]]
    values <- if (is.character(column)) text_bytes(column) else as.double(column)
    size <- if (is.raw(values)) length(values) else 8 * rows
    page <- page_header(rows, size)
    writeBin(page, output)
    writeBin(values, output, endian = "little")
    chunks[[i]] <- column_chunk(names(columns)[i], is.character(column), rows, length(page) + size, at)
    at <- at + length(page) + size
  }
  footer <- file_metadata(columns, rows, chunks, at - 4)
  writeBin(footer, output)
  writeBin(length(footer), output, size = 4L, endian = "little")
  writeBin(charToRaw("PAR1"), output)
  invisible(file)
}

# The length of each text in four bytes, then its UTF-8.
text_bytes <- function(texts) {
  texts <- enc2utf8(texts)
  texts[is.na(texts)] <- ""
  sizes <- nchar(texts, "bytes")
  prefixes <- split(writeBin(sizes, raw(), endian = "little"), rep(seq_along(texts), each = 4L))
  unlist(Map(c, prefixes, lapply(texts, charToRaw)), use.names = FALSE)
}

page_header <- function(rows, size) {
  plain <- 0L
  rle <- 3L
  data <- c(thrift_int(1L, rows), thrift_int(1L, plain), thrift_int(1L, rle), thrift_int(1L, rle), thrift_stop)
  c(thrift_int(1L, 0L), thrift_int(1L, size), thrift_int(1L, size), thrift_field(2L, 12L), data, thrift_stop)
}

column_chunk <- function(name, is_text, rows, size, at) {
  metadata <- c(
    thrift_int(1L, if (is_text) parquet_text else parquet_double),
    thrift_list(1L, 5L, list(varint(0))), # the encoding is plain
    thrift_list(1L, 8L, list(thrift_string(name))),
    thrift_int(1L, 0L), # not compressed
    thrift_int(1L, rows, 6L),
    thrift_int(1L, size, 6L),
    thrift_int(1L, size, 6L),
    thrift_int(2L, at, 6L),
    thrift_stop
  )
  c(thrift_int(2L, at, 6L), thrift_field(1L, 12L), metadata, thrift_stop)
}

file_metadata <- function(columns, rows, chunks, size) {
  root <- c(thrift_field(4L, 8L), thrift_string("table"), thrift_int(1L, length(columns)), thrift_stop)
  required <- 0L
  elements <- Map(function(name, column) {
    is_text <- is.character(column)
    c(
      thrift_int(1L, if (is_text) parquet_text else parquet_double),
      thrift_int(2L, required),
      thrift_field(1L, 8L), thrift_string(name),
      if (is_text) thrift_int(2L, 0L), # UTF-8
      thrift_stop
    )
  }, names(columns), columns)
  group <- c(thrift_list(1L, 12L, chunks), thrift_int(1L, size, 6L), thrift_int(1L, rows, 6L), thrift_stop)
  c(
    thrift_int(1L, 1L),
    thrift_list(1L, 12L, c(list(root), elements)),
    thrift_int(1L, rows, 6L),
    thrift_list(1L, 12L, list(group)),
    thrift_stop
  )
}

thrift_stop <- as.raw(0L)

# A field's first byte: how far its number is from that of the field before, and its type.
thrift_field <- function(step, type) as.raw(16L * step + type)

thrift_int <- function(step, value, type = 5L) c(thrift_field(step, type), varint(2 * value))

thrift_string <- function(text) {
  bytes <- charToRaw(enc2utf8(text))
  c(varint(length(bytes)), bytes)
}

thrift_list <- function(step, type, elements) {
  count <- length(elements)
  size <- if (count < 15L) as.raw(16L * count + type) else c(as.raw(240L + type), varint(count))
  c(thrift_field(step, 9L), size, unlist(elements, use.names = FALSE))
}

# Seven bits a byte, the lowest first; the highest bit says that more follow.
varint <- function(number) {
  bytes <- integer()
  while (number >= 128) {
    bytes <- c(bytes, 128L + as.integer(number %% 128))
    number <- number %/% 128
  }
  as.raw(c(bytes, as.integer(number)))
}
