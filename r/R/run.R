# Reads run folders.

read_run <- function(dir) {
  dir <- path.expand(dir)
  if (!file.exists(file.path(dir, "summary.json"))) {
    stop(dir, ": is no run folder: it has no summary.json", call. = FALSE)
  }
  summary <- read_json(file.path(dir, "summary.json"))
  if (identical(summary$command, "select")) {
    read_selection(dir, summary)
  } else if (identical(summary$command, "compare")) {
    read_comparison(dir, summary)
  } else if (file.exists(file.path(dir, "placement.csv"))) {
    read_placement(dir, summary)
  } else {
    read_fit(dir, summary)
  }
}

read_fit <- function(dir, summary) {
  preparation <- read_features(dir, "preparation.csv")
  labels <- read_table(dir, "labels.csv")
  matrices <- list(W = read_matrix(dir, "W.npy"), H = read_matrix(dir, "H.npy"))
  if (!is.null(matrices$W)) rownames(matrices$W) <- preparation$name
  if (!is.null(matrices$H)) colnames(matrices$H) <- labels$sample
  structure(c(
    list(
      dir = dir,
      trust = summary$trust,
      checks = records(summary$trust_checks),
      warnings = as.character(summary$warnings),
      notes = as.character(summary$notes),
      groups = group_factor(labels, summary$clusters),
      confidence = setNames(as.numeric(labels$confidence), labels$sample),
      scores = scores(summary),
      compared = compared(summary$controls)
    ),
    feature_tables(dir, preparation),
    matrices,
    list(
      embedding = from_one(read_table(dir, "embedding.csv")),
      trace = read_table(dir, "trace.csv"),
      tuning = read_table(dir, "tuning.csv"),
      summary = summary
    )
  ), class = "grapnel_fit")
}

read_selection <- function(dir, summary) {
  labels <- read_table(dir, "labels.csv")
  structure(c(
    list(
      dir = dir,
      trust = summary$trust,
      warnings = as.character(summary$warnings),
      notes = as.character(summary$notes),
      groups = if (!is.null(labels)) group_factor(labels, summary$clusters)
    ),
    feature_tables(dir, read_features(dir, "preparation.csv")),
    list(summary = summary)
  ), class = "grapnel_selection")
}

read_comparison <- function(dir, summary) {
  structure(list(
    dir = dir,
    comparison = read_table(dir, "comparison.csv"),
    trials = read_table(dir, "trials.csv"),
    curves = read_table(dir, "curves.csv"),
    summary = summary
  ), class = "grapnel_comparison")
}

read_placement <- function(dir, summary) {
  placed <- read_table(dir, "placement.csv")
  H <- read_matrix(dir, "H.npy")
  colnames(H) <- placed$sample
  structure(list(
    dir = dir,
    groups = group_factor(placed, summary$clusters),
    relative_error = setNames(placed$relative_error, placed$sample),
    H = H,
    scores = scores(summary),
    notes = as.character(summary$notes),
    summary = summary
  ), class = "grapnel_placement")
}

feature_tables <- function(dir, preparation) {
  tables <- list(features = read_features(dir, "features.csv"), markers = read_features(dir, "markers.csv"))
  # The files count the rows of W; here the index is that of the data's feature, so that x[, index] is right.
  tables <- lapply(tables, function(table) {
    if (!is.null(table)) table$index <- preparation$origin[match(table$index, preparation$index)]
    table
  })
  c(tables, list(path = read_table(dir, "path.csv"), preparation = preparation))
}

# R counts from 1.
read_features <- function(dir, name) from_one(read_table(dir, name))

from_one <- function(table) {
  for (column in intersect(c("index", "origin"), names(table))) table[[column]] <- table[[column]] + 1L
  table
}

# Columns of text, which must not become numbers.
text_columns <- c("name", "sample", "label", "contender", "kept_features")

read_table <- function(dir, name) {
  path <- file.path(dir, name)
  if (!file.exists(path)) return(NULL)
  table <- read.csv(path,
    colClasses = "character", na.strings = character(), check.names = FALSE, encoding = "UTF-8"
  )
  numbers <- setdiff(names(table), text_columns)
  table[numbers] <- lapply(table[numbers], type.convert, na.strings = "", as.is = TRUE)
  table
}

read_matrix <- function(dir, name) {
  path <- file.path(dir, name)
  if (file.exists(path)) read_npy(path)
}

# The numbers of the groups are those of the files and of the report, from 0.
group_factor <- function(table, clusters) {
  count <- max(clusters, table$cluster + 1L, na.rm = TRUE)
  setNames(factor(table$cluster, levels = seq_len(count) - 1L), table$sample)
}

scores <- function(summary) {
  scores <- unlist(summary[c("nmi", "acc", "ari", "purity")])
  scores[!is.na(scores)]
}

# The baselines, one in each row.
compared <- function(controls) {
  if (!is.list(controls)) return(NULL)
  records(Filter(is.list, controls)[vapply(Filter(is.list, controls), function(one) !is.null(one$what), NA)])
}

# A data frame of a list of records, with a column for every name that occurs.
records <- function(list) {
  if (length(list) == 0L) return(NULL)
  names <- unique(unlist(lapply(list, names)))
  columns <- lapply(names, function(name) {
    unlist(lapply(list, function(one) if (is.null(one[[name]])) NA else one[[name]]), use.names = FALSE)
  })
  data.frame(setNames(columns, names), row.names = names(list), check.names = FALSE)
}
