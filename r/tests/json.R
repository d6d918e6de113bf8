# JSON as Grapnel writes it.
library(grapnel)
parse <- grapnel:::parse_json

stopifnot(identical(
  parse("{\"a\": 1.5e-3, \"b\": null, \"c\": [], \"d\": [1, null, 2], \"e\": {\"f\": true, \"g\": false}}"),
  list(a = 0.0015, b = NA, c = list(), d = c(1, NA, 2), e = list(f = TRUE, g = FALSE))
))
stopifnot(identical(parse("[{\"a\": [\"x\", \"y\"]}, {}]"), list(list(a = c("x", "y")), list())))
stopifnot(identical(parse("\"q \\\" b \\\\ s \\/ n \\n t \\t, {:} [\""), "q \" b \\ s / n \n t \t, {:} ["))
stopifnot(identical(parse("\"gr\\u00fcn \\ud83d\\ude00\\u0041 \u03b1\""), "gr\u00fcn \U0001F600A \u03b1"))
stopifnot(identical(tryCatch(parse("{\"a\": 1"), error = conditionMessage), "the JSON text ends too early"))
