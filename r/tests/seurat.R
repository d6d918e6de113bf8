# A Seurat object is read and written by its slots. These classes have those of Seurat 3 and of Seurat 5.
library(grapnel)
library(Matrix)
if (!nzchar(Sys.getenv("GRAPNEL_HOME"))) {
  cat("skipped: GRAPNEL_HOME is not set\n")
  quit("no")
}

setClass("OldAssay", representation(counts = "ANY", data = "ANY", scale.data = "ANY"))
setClass("LayeredAssay", representation(layers = "list", cells = "matrix", features = "matrix"))
setClass("Cells", representation(assays = "list", active.assay = "character", meta.data = "data.frame", misc = "list"))

set.seed(1)
truth <- rep(c("a", "b", "c"), each = 30)
x <- matrix(rpois(40 * 90, 1), 40, 90, dimnames = list(paste0("gene", 1:40), paste0("cell", 1:90)))
for (g in 1:3) x[5 * g - 4:0, truth == letters[g]] <- x[5 * g - 4:0, truth == letters[g]] + 9
sparse <- methods::as(x, "CsparseMatrix")
facts <- data.frame(truth = truth, row.names = colnames(x))
object_with <- function(assay) {
  new("Cells", assays = list(RNA = assay), active.assay = "RNA", meta.data = facts, misc = list(mine = 1))
}
message_of <- function(call) tryCatch(call, error = conditionMessage)

assay <- new("OldAssay", counts = sparse, data = sparse, scale.data = matrix(0, 0, 0))
old <- grapnel_seurat(object_with(assay), 3, 15, quiet = TRUE)
stopifnot(table(old@meta.data$grapnel_group, truth) %in% c(0, 30), old@misc$mine == 1)
stopifnot(identical(sort(old@misc$grapnel$features$index), 1:15), old@misc$grapnel$summary$recipe == "counts")
plain <- grapnel_fit(sparse, 3, 15, features_in_rows = TRUE, recipe = "counts", quiet = TRUE)
stopifnot(identical(plain$W, old@misc$grapnel$W), identical(plain$H, old@misc$grapnel$H))

# Seurat 5: a layer without names, which has all cells but the last ten, in another order than the object.
some <- rev(seq_len(80))
map <- function(names, here) matrix(names %in% here, dimnames = list(names, "counts"))
bare <- sparse[, some]
dimnames(bare) <- NULL
order <- c(colnames(x)[some], colnames(x)[81:90])
layered <- new("LayeredAssay",
  layers = list(counts = bare), features = map(rownames(x), rownames(x)), cells = map(order, colnames(x)[some])
)
new5 <- grapnel_seurat(object_with(layered), 3, 15, quiet = TRUE)
found <- new5@meta.data$grapnel_group
stopifnot(is.na(found[81:90]), !is.na(found[1:80]), max(table(found[1:80], truth[1:80])) == 30)
stopifnot(identical(sort(new5@misc$grapnel$features$index), 1:15))

refused <- message_of(grapnel_seurat(object_with(layered), 3, 15, layer = "data"))
stopifnot(grepl("layer 'data' is not in the object; it has counts", refused))
refused <- message_of(grapnel_seurat(object_with(layered), 3, 15, assay = "ATAC"))
stopifnot(grepl("assay 'ATAC' is not in the object; it has RNA", refused))
stopifnot(grepl("must be a Seurat object, not matrix", message_of(grapnel_seurat(x, 3, 15))))
