# Named arguments become options of the command line.
library(grapnel)
words <- function(...) grapnel:::option_words(list(...), tempdir())
message_of <- function(call) tryCatch(call, error = conditionMessage)

stopifnot(identical(words(), character()))
stopifnot(identical(words(alpha = 10, max_iter = 1e5, tol = 1e-4), c("--alpha=10", "--max-iter=100000", "--tol=0.0001")))
stopifnot(as.numeric(sub(".*=", "", words(alpha = 0.1 + 0.2))) == 0.1 + 0.2)
stopifnot(identical(words(log1p = TRUE, strict = FALSE, graph = NULL), "--log1p"))
stopifnot(identical(words(drop = c("a b", "c'd")), "--drop=a b,c'd"))
stopifnot(identical(words(labels = "type"), "--labels=type"))
stopifnot(identical(words(clusters = "auto"), "--clusters=auto"))
stopifnot(message_of(words(1)) == "options must be named, as in alpha = 10")
stopifnot(message_of(words(alpha = NA)) == "alpha must be a number, a word, TRUE or FALSE, without NA")

# Matrices and labels travel as files.
weights <- words(entry_weights = c(0.5, 1, 2))
stopifnot(weights[1] == "--entry-weights", identical(read_npy(weights[2]), matrix(c(0.5, 1, 2))))
labels <- words(labels = factor(c("a", "b", "a")))
stopifnot(labels[1] == "--labels", identical(readLines(labels[2]), c("a", "b", "a")))
graph <- words(graph = matrix(c(0, 0.5, 0.5, 0), 2))
stopifnot(graph[1] == "--graph", identical(as.matrix(Matrix::readMM(graph[2])), matrix(c(0, 0.5, 0.5, 0), 2)))

# Each place is named when Grapnel is missing.
Sys.unsetenv("GRAPNEL_HOME")
path <- Sys.getenv("PATH")
Sys.setenv(PATH = "")
options(grapnel.home = NULL)
missing <- message_of(grapnel_program())
for (place in c("argument 'home'", "option grapnel.home", "GRAPNEL_HOME", "PATH", "Java 17", "options(grapnel.home")) {
  stopifnot(grepl(place, missing, fixed = TRUE))
}
options(grapnel.home = "/nowhere")
stopifnot(grepl("grapnel.home (/nowhere: neither grapnel nor bin/grapnel is there)", message_of(grapnel_program()),
  fixed = TRUE
))
options(grapnel.home = NULL)
Sys.unsetenv("JAVA_HOME")
stopifnot(grepl("JAVA_HOME (not set), PATH (no java)", message_of(grapnel:::java_home()), fixed = TRUE))
Sys.setenv(PATH = path)
