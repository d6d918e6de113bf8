# Reads JSON into lists: an object is a named list, an array of plain values a vector, null is NA.

read_json <- function(file) {
  parse_json(paste(readLines(file, encoding = "UTF-8", warn = FALSE), collapse = "\n"))
}

json_token <- "\"(?:[^\"\\\\]++|\\\\.)*+\"|-?[0-9][0-9.eE+-]*|true|false|null|[][{}:,]"

parse_json <- function(text) {
  tokens <- regmatches(text, gregexpr(json_token, text, perl = TRUE))[[1L]]
  at <- 0L
  take <- function() {
    at <<- at + 1L
    if (at > length(tokens)) stop("the JSON text ends too early", call. = FALSE)
    tokens[[at]]
  }
  expect <- function(token) {
    found <- take()
    if (found != token) stop("expected ", token, " in the JSON text, found ", found, call. = FALSE)
  }
  # Reads what is between two brackets, with one call of `entry` for each part.
  parts <- function(close, entry) {
    result <- list()
    if (at < length(tokens) && tokens[[at + 1L]] == close) {
      take()
      return(result)
    }
    repeat {
      result <- c(result, entry())
      end <- take()
      if (end == close) return(result)
      if (end != ",") stop("expected , or ", close, " in the JSON text, found ", end, call. = FALSE)
    }
  }
  member <- function() {
    name <- json_string(take())
    expect(":")
    setNames(list(value()), name)
  }
  value <- function() {
    token <- take()
    switch(substr(token, 1L, 1L),
      "{" = parts("}", member),
      "[" = json_array(parts("]", function() list(value()))),
      "\"" = json_string(token),
      t = TRUE,
      f = FALSE,
      n = NA,
      as.numeric(token)
    )
  }
  value()
}

# Plain values of one type become a vector.
json_array <- function(values) {
  plain <- vapply(values, function(value) is.atomic(value) && length(value) == 1L, NA)
  if (length(values) > 0L && all(plain)) unlist(values) else values
}

json_string <- function(token) {
  text <- substr(token, 2L, nchar(token) - 1L)
  if (!grepl("\\", text, fixed = TRUE)) return(text)
  places <- gregexpr("(?:\\\\u[0-9a-fA-F]{4})+|\\\\.", text, perl = TRUE)
  regmatches(text, places) <- list(vapply(regmatches(text, places)[[1L]], json_escape, "", USE.NAMES = FALSE))
  text
}

json_escape <- function(escape) {
  letter <- substr(escape, 2L, 2L)
  if (letter != "u") {
    return(switch(letter, n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", letter))
  }
  units <- strtoi(strsplit(substr(escape, 3L, nchar(escape)), "\\u", fixed = TRUE)[[1L]], 16L)
  intToUtf8(utf16_to_points(units))
}

# A letter outside the first plane is two units: a high and a low surrogate.
utf16_to_points <- function(units) {
  low <- units >= 0xDC00 & units <= 0xDFFF & c(FALSE, head(units >= 0xD800 & units <= 0xDBFF, -1L))
  high <- c(low[-1L], FALSE)
  units[high] <- 0x10000 + (units[high] - 0xD800) * 0x400 + (units[low] - 0xDC00)
  units[!low]
}
