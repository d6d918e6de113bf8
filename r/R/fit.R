# What R users expect of a fit: print, summary, predict, plot.

print.grapnel_fit <- function(x, ...) {
  s <- x$summary
  cat(sprintf("Grapnel fit: %s, rank %s, %s samples, %s features\n", s$model, s$rank, s$samples, s$features))
  print_trust(x)
  if (isFALSE(s$converged)) cat("converged  no: ", s$stop_reason, "\n", sep = "")
  print_features(x$features)
  cat("groups     ", s$clusters, ", of ", paste(table(x$groups), collapse = ", "), " samples\n", sep = "")
  print_scores(x$scores)
  invisible(x)
}

summary.grapnel_fit <- function(object, ...) {
  structure(object[c("trust", "checks", "warnings", "notes", "features", "groups", "markers", "scores", "compared",
    "confidence", "summary")], class = "summary.grapnel_fit")
}

print.summary.grapnel_fit <- function(x, digits = 3L, ...) {
  print.grapnel_fit(x)
  cat("stopped    ", x$summary$stop_reason, "\n", sep = "")
  if (!is.null(x$checks)) {
    cat("\nWhether to trust the groups:\n")
    print(x$checks, digits = digits, row.names = FALSE)
  }
  cat("\nGroups:\n")
  print(group_table(x), digits = digits, row.names = FALSE)
  if (!is.null(x$compared)) {
    cat("\nThe result and simpler methods on the same data:\n")
    print(comparison_table(x), digits = digits, row.names = FALSE)
  }
  invisible(x)
}

predict.grapnel_fit <- function(object, newdata = NULL, type = c("groups", "memberships"), ...) {
  type <- match.arg(type)
  placed <- if (is.null(newdata)) object else grapnel_transform(object, newdata, ...)
  if (type == "groups") placed$groups else t(placed$H)
}

plot.grapnel_fit <- function(x, space = c("groups", "data"), col = NULL, pch = 19, cex = 0.6, main = NULL, sub = NULL,
                             legend = TRUE, ...) {
  space <- match.arg(space)
  drawn <- x$embedding
  if (is.null(drawn)) {
    stop("the run has no embedding: it was made with no_report = TRUE or has fewer than 4 samples", call. = FALSE)
  }
  if (space == "groups" && all(is.na(drawn$h_x))) space <- "data"
  at <- if (space == "groups") drawn[c("h_x", "h_y")] else drawn[c("data_x", "data_y")]
  groups <- x$groups[drawn$index]
  palette <- hcl.colors(nlevels(groups), "Dark 3")
  if (is.null(col)) col <- palette[groups] else legend <- FALSE
  if (is.null(main)) main <- if (space == "groups") "The samples by H (t-SNE)" else "The samples by the data (t-SNE)"
  if (is.null(sub) && !is.na(x$trust)) sub <- paste("trust:", x$trust)
  plot(at[[1L]], at[[2L]],
    col = col, pch = pch, cex = cex, main = main, sub = sub, xlab = "", ylab = "", axes = FALSE, frame.plot = TRUE,
    asp = 1, ...
  )
  if (legend) {
    graphics::legend("topright", levels(groups), col = palette, pch = pch, title = "group", bty = "n", cex = 0.8)
  }
  invisible(setNames(at, c("x", "y")))
}

print.grapnel_selection <- function(x, ...) {
  cat(sprintf("Grapnel selection: %s samples, %s features\n", x$summary$samples, x$summary$features))
  print_trust(x)
  print_features(x$features)
  invisible(x)
}

print.grapnel_placement <- function(x, ...) {
  cat(sprintf("Grapnel placement: %s samples in the groups of %s\n", x$summary$samples, x$summary$model))
  cat("groups     ", nlevels(x$groups), ", of ", paste(table(x$groups), collapse = ", "), " samples\n", sep = "")
  cat("error      ", format_score(x$summary$relative_error), " of the samples' norm is not explained (fit: ",
    format_score(x$summary$relative_error_fit), ")\n", sep = "")
  print_scores(x$scores)
  invisible(x)
}

print.grapnel_comparison <- function(x, digits = 3L, ...) {
  cat("Grapnel comparison\n")
  means <- grep("^(nmi|acc|ari|relative_error|deviance_explained|seconds)_mean$", names(x$comparison), value = TRUE)
  shown <- x$comparison[c("contender", "repeats", means, "stability_jaccard")]
  names(shown) <- sub("_mean$", "", names(shown))
  print(shown, digits = digits, row.names = FALSE)
  invisible(x)
}

print_trust <- function(x) {
  if (!is.null(x$trust) && !is.na(x$trust)) cat("trust      ", x$trust, "\n", sep = "")
  for (warning in x$warnings) cat("warning    ", warning, "\n", sep = "")
  for (note in x$notes) cat("note       ", note, "\n", sep = "")
}

print_features <- function(features) {
  more <- if (nrow(features) > 10L) ", ..." else ""
  cat("kept       ", nrow(features), " features, best first: ", paste(head(features$name, 10L), collapse = ", "), more,
    "\n", sep = "")
}

print_scores <- function(scores) {
  if (length(scores) == 0L) return(invisible())
  names <- sub("PURITY", "purity", toupper(names(scores)))
  cat("agreement  with the labels: ", paste(names, format_score(scores), collapse = ", "), "\n", sep = "")
}

format_score <- function(score) formatC(score, digits = 3L, format = "f")

# The groups with their sizes, confidence and three best markers.
group_table <- function(x) {
  groups <- levels(x$groups)
  best <- vapply(groups, function(group) {
    paste(head(x$markers$name[x$markers$group == group], 3L), collapse = ", ")
  }, "")
  data.frame(
    group = groups,
    samples = as.vector(table(x$groups)),
    confidence = as.vector(tapply(x$confidence, x$groups, mean)),
    markers = best
  )
}

# The result above its baselines, without columns that nothing was measured for.
comparison_table <- function(x) {
  own <- list(
    what = "this result", nmi = x$scores["nmi"], ari = x$scores["ari"], same_groups = 1,
    modularity = x$summary$controls$modularity
  )
  others <- x$compared
  names(others) <- sub("ari_with_groups", "same_groups", names(others), fixed = TRUE)
  columns <- Filter(function(name) !is.null(others[[name]]) && !all(is.na(others[[name]])), names(own))
  rbind(data.frame(own[columns], row.names = NULL), others[columns])
}
