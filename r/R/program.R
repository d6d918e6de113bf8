# Finds Grapnel and Java.

grapnel_program <- function(home = NULL) {
  places <- list(
    "argument 'home'" = home,
    "option grapnel.home" = getOption("grapnel.home"),
    "environment variable GRAPNEL_HOME" = non_empty(Sys.getenv("GRAPNEL_HOME")),
    "PATH" = non_empty(Sys.which("grapnel"))
  )
  given <- !vapply(places, is.null, NA)
  # The first place that is given decides: another program than the one that was asked for would be a surprise.
  if (any(given)) {
    path <- path.expand(as.character(places[[which(given)[1L]]]))
    candidates <- c(path, file.path(path, "grapnel"), file.path(path, "bin", "grapnel"))
    found <- candidates[file.exists(candidates) & !dir.exists(candidates)]
    if (length(found) > 0L) return(normalizePath(found[1L]))
  }
  states <- Map(function(place, value) {
    if (is.null(value)) return(paste(place, if (place == "PATH") "(no grapnel)" else "(not set)"))
    paste0(place, " (", value, ": neither grapnel nor bin/grapnel is there)")
  }, names(places), places)
  stop("Grapnel was not found. Looked at: ", paste(unlist(states), collapse = ", "), ". Build or unpack Grapnel, which ",
    "needs Java 17 or newer, and name its folder: options(grapnel.home = \"FOLDER\")",
    call. = FALSE
  )
}

non_empty <- function(text) if (nzchar(text)) unname(text)

# The folder of Java for the launcher, or NULL for the one on the PATH.
java_home <- function() {
  home <- getOption("grapnel.java_home")
  if (is.null(home)) home <- non_empty(Sys.getenv("JAVA_HOME"))
  if (is.null(home) && !nzchar(Sys.which("java"))) {
    stop("Java was not found. Looked at: option grapnel.java_home (not set), environment variable JAVA_HOME (not set), ",
      "PATH (no java). Install Java 17 or newer, for example the Debian package openjdk-17-jre-headless",
      call. = FALSE
    )
  }
  home
}
