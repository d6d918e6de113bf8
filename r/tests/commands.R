# All commands, their results, and what they leave behind.
library(grapnel)
if (!nzchar(Sys.getenv("GRAPNEL_HOME"))) {
  cat("skipped: GRAPNEL_HOME is not set\n")
  quit("no")
}

set.seed(1)
truth <- rep(c("a", "b", "c"), each = 20)
x <- matrix(runif(60 * 14), 60, 14) / 3
for (g in 1:3) x[truth == letters[g], 4 * g - 3:0] <- x[truth == letters[g], 4 * g - 3:0] + 1
message_of <- function(call) tryCatch(call, error = conditionMessage)
prints <- function(object, words) {
  printed <- capture.output(print(object))
  for (word in words) stopifnot(any(grepl(word, printed, fixed = TRUE)))
}

# A fit in a folder of its own, and the folder read again.
dir <- file.path(tempdir(), "it's a r\u00fcn")
fit <- grapnel_fit(x, 3, 6, labels = truth, dir = dir, quiet = TRUE)
again <- read_run(dir)
same <- intersect(names(again), setdiff(names(fit), "console"))
stopifnot(identical(unclass(fit)[same], unclass(again)[same]))
stopifnot(identical(levels(fit$groups), c("0", "1", "2")), table(fit$groups, truth) %in% c(0, 20))
stopifnot(nrow(fit$features) == 6, diff(fit$features$score) <= 0, dim(fit$W) == c(14, 3), dim(fit$H) == c(3, 60))
stopifnot(which(rowSums(fit$W) > 0) %in% fit$features$index)
stopifnot(fit$trust %in% c("good", "doubtful", "none"), fit$checks$passes %in% c(TRUE, FALSE))
stopifnot("graph_alone" %in% rownames(fit$compared), fit$compared["graph_alone", "what"] == "the graph alone")
stopifnot(fit$confidence >= 0, fit$confidence <= 1, fit$scores[["nmi"]] == 1)
prints(fit, c("groups     3, of 20, 20, 20 samples", "trust      ", "kept       6 features", "NMI 1.000"))
prints(summary(fit), c("separation from data without groups", "the graph alone", "confidence"))
stopifnot(grepl("force", message_of(grapnel_fit(x, 3, 6, dir = dir, quiet = TRUE))))

# The drawing.
grDevices::pdf(NULL)
drawn <- plot(fit)
stopifnot(identical(names(drawn), c("x", "y")), nrow(drawn) == 60)
plot(fit, space = "data", col = "black")
bare <- grapnel_fit(x, 3, 6, no_report = TRUE, no_controls = TRUE, quiet = TRUE)
stopifnot(grepl("no embedding", message_of(plot(bare))), is.null(bare$compared))

# The report, drawn again where there is none.
stopifnot(grapnel_report(fit, browse = FALSE) == file.path(dir, "report.html"))
stopifnot(file.exists(grapnel_report(bare, browse = FALSE)))

# New samples.
stopifnot(identical(predict(fit), fit$groups), identical(predict(fit, x, quiet = TRUE), fit$groups))
memberships <- predict(fit, x[c(1, 21, 41), ], type = "memberships", quiet = TRUE)
stopifnot(dim(memberships) == c(3, 3), max.col(memberships) == as.integer(fit$groups[c(1, 21, 41)]))
placed <- grapnel_transform(dir, x, labels = truth, quiet = TRUE)
stopifnot(placed$scores[["nmi"]] == 1, length(placed$relative_error) == 60)
prints(placed, c("60 samples", "NMI 1.000"))

# Selection, comparison, tuning.
selected <- grapnel_select(x, 6, quiet = TRUE)
stopifnot(nrow(selected$features) == 6, identical(selected$features$name, paste0("V", selected$features$index)))
prints(selected, c("60 samples", "kept       6 features"))
compared <- grapnel_compare(x, 3, 6,
  labels = truth, models = c("gnmf-l20", "nmf"), baselines = "random", repeats = 2, quiet = TRUE
)
stopifnot(nrow(compared$comparison) == 3, nrow(compared$trials) == 6, compared$trials$nmi <= 1)
prints(compared, c("random k-means", "stability"))
tuned <- grapnel_tune(x, 3, quiet = TRUE)
stopifnot(inherits(tuned, "grapnel_fit"), nrow(tuned$tuning) > 1, "score" %in% names(tuned$tuning))

# A run that does not converge is a warning under strict, and a result.
strict <- tryCatch(grapnel_fit(x, 3, 6, max_iter = 1, strict = TRUE, quiet = TRUE), warning = conditionMessage)
stopifnot(is.character(strict), nchar(strict) > 0)
strict <- suppressWarnings(grapnel_fit(x, 3, 6, max_iter = 1, strict = TRUE, quiet = TRUE))
stopifnot(!strict$summary$converged)
cut <- tryCatch(grapnel_fit(x, 3, 6, max_iter = 1, quiet = TRUE), warning = conditionMessage)
stopifnot(cut == paste("the fit did not converge:", strict$summary$stop_reason))
prints(strict, paste("converged  no:", strict$summary$stop_reason))
stopifnot(!any(startsWith(capture.output(print(fit)), "converged")))

# Errors in the words of the command line.
stopifnot(message_of(grapnel_fit(x, 3, 6, alpha = -3)) == "--alpha must be a number >= 0, got -3.0")
stopifnot(startsWith(message_of(grapnel_fit(x, 3, 6, bogus = 1)), "unknown option '--bogus"))
stopifnot(grepl("is no run folder", message_of(read_run(tempdir()))))

# Temporary folders go with the result; an error leaves nothing behind.
folder <- bare$dir
stopifnot(dir.exists(folder))
rm(bare)
invisible(gc())
stopifnot(!dir.exists(folder))
rm(placed, selected, compared, tuned, strict)
invisible(gc())
leftovers <- function() list.files(tempdir(), "^(grapnel|inputs|process|data)-")
stopifnot(length(leftovers()) == 0)
unlink(dir, recursive = TRUE)
stopifnot(grepl("the run folder is gone", message_of(predict(fit, x))))

# Ctrl-C ends the process. The command line of the process names this session's temporary folder.
processes <- function() {
  files <- file.path(list.files("/proc", "^[0-9]+$", full.names = TRUE), "cmdline")
  lines <- suppressWarnings(vapply(files, function(file) {
    tryCatch(paste(readLines(file, skipNul = TRUE), collapse = " "), error = function(gone) "")
  }, ""))
  sum(grepl("org.grapnel", lines, fixed = TRUE) & grepl(tempdir(), lines, fixed = TRUE))
}
if (dir.exists("/proc/self")) {
  large <- matrix(runif(2000 * 300), 2000)
  endless <- function() {
    system(sprintf("(sleep 3; kill -INT %d) &", Sys.getpid()))
    grapnel_fit(large, 20, solver = "palm", model = "gnmf", tol = 0, max_iter = 1e9, no_controls = TRUE, quiet = TRUE)
  }
  started <- Sys.time()
  outcome <- tryCatch(endless(), interrupt = function(ctrl_c) "interrupted")
  stopifnot(identical(outcome, "interrupted"), Sys.time() - started < 60)
  stopifnot(processes() == 0, length(leftovers()) == 0)
}

# Ctrl-C keeps the point that a run with a folder has reached, and a run on a file continues.
file <- write_npy(matrix(runif(1000 * 200), 1000), tempfile(fileext = ".npy"))
until_checkpoint <- "for i in $(seq 600); do [ -n \"$(ls '%s.partial/state')\" ] && kill -INT %d && break; sleep 0.1; done"
cut_short <- function() {
  system(sprintf(paste0("(", until_checkpoint, ") 2>/dev/null &"), dir, Sys.getpid()))
  grapnel_fit(file, 20,
    solver = "palm", model = "gnmf", tol = 0, max_iter = 400, checkpoint_every = 0, no_controls = TRUE,
    no_report = TRUE, dir = dir, quiet = TRUE
  )
}
dir <- file.path(tempdir(), "cut short")
stopifnot(identical(tryCatch(cut_short(), interrupt = function(ctrl_c) "interrupted"), "interrupted"))
stopifnot(read_run(dir)$summary$iterations < 400)
stopifnot(grapnel_resume(dir, quiet = TRUE)$summary$iterations == 400)
