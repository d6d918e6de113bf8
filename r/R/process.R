# Runs the command line as a process of its own, so that R stays interruptible and shows the progress.

poll_seconds <- 0.05
grace_seconds <- 10

# Runs a command and returns what it printed. Its error becomes an error of R with the same words.
run_grapnel <- function(words, home = NULL, quiet = !interactive(), folder = tempdir()) {
  place <- tempfile("process-")
  dir.create(place)
  on.exit({
    end_process(place)
    unlink(place, recursive = TRUE)
  })
  start_process(c(grapnel_program(home), words), place)
  shown <- 0
  while (!file.exists(file.path(place, "status"))) {
    Sys.sleep(poll_seconds)
    if (!quiet) shown <- show_new(file.path(place, "err"), shown)
  }
  if (!quiet) show_new(file.path(place, "err"), shown)
  code <- as.integer(readLines(file.path(place, "status")))
  err <- without_folder(read_lines(file.path(place, "err")), folder)
  if (code == 3L) {
    warning(error_text(err), call. = FALSE)
  } else if (code != 0L) {
    stop(if (any(nzchar(err))) error_text(err) else paste("Grapnel was ended with exit code", code), call. = FALSE)
  }
  without_folder(read_lines(file.path(place, "out")), folder)
}

# The command is a file, because R would translate a command of its own to the encoding of the locale. The watch ends the
# process if R dies.
start_process <- function(command, place) {
  home <- java_home()
  script <- file.path(place, "run.sh")
  quoted <- function(name) shQuote(file.path(place, name))
  write_lines(c(
    if (!is.null(home)) paste0("export JAVA_HOME=", shQuote(path.expand(home))),
    paste(c(shQuote(command), "</dev/null", ">", quoted("out"), "2>", quoted("err"), "&"), collapse = " "),
    "process=$!",
    paste("echo $process >", quoted("pid")),
    sprintf("(while kill -0 %d && kill -0 $process; do sleep 1; done; kill $process) 2>/dev/null &", Sys.getpid()),
    "wait $process",
    "code=$?",
    "kill $! 2>/dev/null",
    paste("echo $code >", quoted("code"), "&& mv", quoted("code"), quoted("status"))
  ), script)
  system2("/bin/sh", shQuote(script), stdout = FALSE, stderr = FALSE, wait = FALSE)
}

# Ends a process that still runs, as after Ctrl-C: first politely, so that a run with a folder keeps its checkpoint.
end_process <- function(place) {
  status <- file.path(place, "status")
  if (file.exists(status) || !file.exists(file.path(place, "run.sh"))) return(invisible())
  pid <- integer()
  for (turn in seq_len(grace_seconds / poll_seconds)) {
    pid <- suppressWarnings(as.integer(read_lines(file.path(place, "pid"))))
    if (length(pid) == 1L && !is.na(pid)) break
    Sys.sleep(poll_seconds)
  }
  if (length(pid) != 1L || is.na(pid)) return(invisible())
  pskill(pid, SIGTERM)
  for (turn in seq_len(grace_seconds / poll_seconds)) {
    if (file.exists(status)) return(invisible())
    Sys.sleep(poll_seconds)
  }
  pskill(pid, SIGKILL)
}

# Shows what was added to a file since a position, and returns its new end. A line that is not complete waits.
show_new <- function(path, from) {
  size <- file.size(path)
  if (is.na(size) || size <= from) return(from)
  input <- file(path, "rb")
  on.exit(close(input))
  seek(input, from)
  bytes <- readBin(input, "raw", size - from)
  last <- which(bytes == as.raw(10L))
  if (length(last) == 0L) return(from)
  text <- rawToChar(bytes[seq_len(max(last))])
  Encoding(text) <- "UTF-8"
  cat(text, file = stderr())
  from + max(last)
}

read_lines <- function(path) {
  if (file.exists(path)) readLines(path, encoding = "UTF-8", warn = FALSE) else character()
}

# Files that were written for a call are called by the argument that they hold: x, labels, mask.
without_folder <- function(lines, folder) {
  for (path in unique(c(folder, normalizePath(folder)))) {
    pattern <- paste0("\\Q", path, "\\E/(\\w+)(\\.(parquet|npy|mtx|txt))?")
    lines <- gsub(pattern, "\\1", lines, perl = TRUE)
  }
  lines
}

error_text <- function(lines) {
  first <- grep("^grapnel: ", lines)
  if (length(first) > 0L) lines <- lines[seq(first[1L], length(lines))]
  paste(sub("^grapnel: ", "", lines), collapse = "\n")
}
