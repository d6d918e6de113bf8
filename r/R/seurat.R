# Fits the cells of a Seurat object. Only slots are read and written, so the package Seurat is not needed.

grapnel_seurat <- function(object, n_groups = NULL, n_features = NULL, ..., assay = NULL, layer = "counts", dir = NULL,
                           home = NULL, quiet = !interactive()) {
  if (!isS4(object) || !all(c("assays", "active.assay", "meta.data", "misc") %in% methods::slotNames(object))) {
    stop("object must be a Seurat object, not ", class(object)[1L], call. = FALSE)
  }
  if (is.null(assay)) assay <- object@active.assay
  x <- assay_layer(one_of(object@assays, assay, "assay"), layer)
  options <- list(...)
  if (layer == "counts" && is.null(options$recipe)) options$recipe <- "counts"
  fit <- do.call(grapnel_fit, c(
    list(x, n_groups, n_features, features_in_rows = TRUE, dir = dir, home = home, quiet = quiet), options
  ))
  cells <- rownames(object@meta.data)
  object@meta.data$grapnel_group <- fit$groups[match(cells, colnames(x))]
  object@meta.data$grapnel_confidence <- fit$confidence[match(cells, colnames(x))]
  object@misc$grapnel <- fit
  object
}

# A layer as a matrix of genes by cells with names. Seurat 5 keeps layers in a list, without names, and the names in two
# maps, where a layer may have only some of the cells; before, each layer was a slot.
assay_layer <- function(assay, layer) {
  slots <- methods::slotNames(assay)
  if (!"layers" %in% slots) {
    layers <- intersect(c("counts", "data", "scale.data"), slots)
    names(layers) <- layers
    one_of(layers, layer, "layer")
    return(methods::slot(assay, layer))
  }
  x <- one_of(assay@layers, layer, "layer")
  if (nrow(x) == 0L || ncol(x) == 0L) stop("layer '", layer, "' is empty", call. = FALSE)
  dimnames(x) <- list(names_in_map(assay@features, layer), names_in_map(assay@cells, layer))
  x
}

names_in_map <- function(map, layer) rownames(map)[as.matrix(map)[, layer]]

one_of <- function(parts, name, what) {
  if (!is.character(name) || length(name) != 1L || !name %in% names(parts)) {
    stop(what, " '", paste(name, collapse = ", "), "' is not in the object; it has ",
      paste(names(parts), collapse = ", "),
      call. = FALSE
    )
  }
  parts[[name]]
}
