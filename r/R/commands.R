# One function for each command.

grapnel_fit <- function(x, n_groups = NULL, n_features = NULL, ..., features_in_rows = FALSE, dir = NULL, home = NULL,
                        quiet = !interactive()) {
  options <- c(list(clusters = n_groups, keep = n_features), list(...))
  run_command("fit", x, without_h5ad(x, options), features_in_rows, dir, home, quiet)
}

grapnel_tune <- function(x, n_groups = NULL, ..., features_in_rows = FALSE, dir = NULL, home = NULL,
                         quiet = !interactive()) {
  options <- c(list(clusters = n_groups), list(...))
  run_command("tune", x, without_h5ad(x, options), features_in_rows, dir, home, quiet)
}

grapnel_select <- function(x, n_features, ..., features_in_rows = FALSE, dir = NULL, home = NULL,
                           quiet = !interactive()) {
  run_command("select", x, c(list(keep = n_features), list(...)), features_in_rows, dir, home, quiet)
}

grapnel_compare <- function(x, n_groups = NULL, n_features = NULL, ..., features_in_rows = FALSE, dir = NULL,
                            home = NULL, quiet = !interactive()) {
  options <- c(list(clusters = n_groups, keep = n_features), list(...))
  run_command("compare", x, options, features_in_rows, dir, home, quiet)
}

grapnel_transform <- function(object, x, ..., features_in_rows = FALSE, dir = NULL, home = NULL,
                              quiet = !interactive()) {
  run_command("transform", x, list(...), features_in_rows, dir, home, quiet, before = run_dir(object))
}

grapnel_resume <- function(dir, home = NULL, quiet = !interactive()) {
  run_grapnel(c("resume", plain_path(dir)), home, quiet)
  warn_unconverged(read_run(dir))
}

grapnel_report <- function(object, browse = interactive(), home = NULL) {
  dir <- run_dir(object)
  page <- file.path(dir, "report.html")
  if (!file.exists(page)) run_grapnel(c("report", plain_path(dir)), home, quiet = TRUE)
  if (browse) browseURL(page)
  invisible(page)
}

grapnel_data <- function(name, home = NULL) {
  folder <- tempfile("data-")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  path <- file.path(folder, "data.csv")
  run_grapnel(c("data", "export", name, "-o", path), home, quiet = TRUE, folder = folder)
  read.csv(path, check.names = FALSE, encoding = "UTF-8")
}

# Runs a command on data and reads the folder that it writes.
run_command <- function(command, x, options, features_in_rows, dir, home, quiet, before = character()) {
  inputs <- tempfile("inputs-")
  dir.create(inputs)
  owner <- if (is.null(dir)) temporary_folder()
  result <- NULL
  on.exit({
    unlink(inputs, recursive = TRUE)
    if (is.null(result) && !is.null(owner)) delete_folder(owner)
  })
  target <- if (is.null(dir)) owner$path else plain_path(dir)
  # A transform drops what its fit has dropped.
  may_drop <- length(before) > 0L || any(c("drop", "columns") %in% names(options))
  data <- data_words(x, isTRUE(features_in_rows), inputs, options, may_drop)
  transposed <- isTRUE(features_in_rows) && !is.character(x)
  words <- option_words(with_progress(options, quiet), inputs, transposed)
  console <- run_grapnel(c(command, before, data, "-o", target, words), home, quiet, inputs)
  result <- read_run(target)
  result$console <- console
  result$owner <- owner
  if (isTRUE(options$strict)) result else warn_unconverged(result) # the command line has warned
}

warn_unconverged <- function(result) {
  if (inherits(result, "grapnel_fit") && isFALSE(result$summary$converged)) {
    warning("the fit did not converge: ", result$summary$stop_reason, call. = FALSE)
  }
  result
}

# The path of the folder of a result, or a path as it is.
run_dir <- function(object) {
  dir <- if (is.character(object)) object else object$dir
  if (is.null(dir)) stop("a result of Grapnel or the path of a run folder is needed", call. = FALSE)
  if (!dir.exists(dir)) {
    stop(dir, ": the run folder is gone; to keep it, give dir = \"FOLDER\" to the call that makes it", call. = FALSE)
  }
  plain_path(dir)
}

# A folder that lives as long as the results that hold its owner.
temporary_folder <- function() {
  owner <- new.env(parent = emptyenv())
  owner$path <- tempfile("grapnel-")
  owner$process <- Sys.getpid()
  reg.finalizer(owner, delete_folder, onexit = TRUE)
  owner
}

# A fork of this session must not delete its folders.
delete_folder <- function(owner) {
  if (owner$process == Sys.getpid()) unlink(paste0(owner$path, c("", ".partial")), recursive = TRUE)
}

with_progress <- function(options, quiet) {
  if (is.null(options$progress)) options$progress <- if (quiet) "none" else "plain"
  options
}

# A sparse matrix travels as a 10x folder, for which the command line would also write a file for Python.
without_h5ad <- function(x, options) {
  if (is(x, "sparseMatrix") && is.null(options$h5ad)) options$no_h5ad <- TRUE
  options
}
