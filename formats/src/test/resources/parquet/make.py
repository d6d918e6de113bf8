"""Makes the tables beside it, with pyarrow 25.0.1. Row i of 200 is told by formulas that ParquetReaderTest repeats."""
import decimal, pyarrow as pa, pyarrow.parquet as pq

n = 200
gap = lambda i, v: None if i % 7 == 3 else v
table = pa.table({
    "sample": [f"s{i}" for i in range(n)],
    "double": pa.array([gap(i, i * 0.5 - 3) for i in range(n)], pa.float64()),
    "float": pa.array([i * 0.25 for i in range(n)], pa.float32()),
    "half": pa.array([i * 0.125 for i in range(n)], pa.float16()),
    "int": pa.array([gap(i, (i * i * 7919) % 100003 - 50000) for i in range(n)], pa.int32()),
    "long": pa.array([(i - 100) * 10**12 for i in range(n)], pa.int64()),
    "byte": pa.array([i % 200 for i in range(n)], pa.uint8()),
    "unsigned": pa.array([2**32 - 1 - i for i in range(n)], pa.uint32()),
    "flag": pa.array([gap(i, i % 3 == 0) for i in range(n)], pa.bool_()),
    "money": pa.array([decimal.Decimal(i * 101) / 100 for i in range(n)], pa.decimal128(30, 2)),
    "few": pa.array([float(i % 3) for i in range(n)], pa.float64()),
    "nothing": pa.array([None] * n, pa.float64()),
    "kind": [gap(i, f"kind {i % 4}") or "none" for i in range(n)],
})
delta = {c: "DELTA_BINARY_PACKED" for c in ("int", "long", "byte", "unsigned")}
split = {c: "BYTE_STREAM_SPLIT" for c in ("double", "float", "half", "int", "long", "money", "few")}
for codec in ("none", "snappy", "gzip", "zstd", "lz4"):
    pq.write_table(table, f"{codec}.parquet", compression=codec, row_group_size=130, write_page_checksum=codec != "none")
pq.write_table(table, "delta.parquet", compression="snappy", use_dictionary=False, data_page_version="2.0",
               column_encoding=delta | {"sample": "DELTA_BYTE_ARRAY", "kind": "DELTA_LENGTH_BYTE_ARRAY", "flag": "RLE"})
pq.write_table(table, "split.parquet", compression="zstd", use_dictionary=False, column_encoding=split, data_page_size=400)
small = lambda name, columns: pq.write_table(pa.table(columns), name + ".parquet")
small("nested", {"a": [1.0, 2.0], "list": [[1], [2, 3]], "struct": [{"x": 1}, {"x": 2}]})
small("texts", {"a": [1.0], "b": ["x"], "c": ["y"]})
small("times", {"a": [1.0], "when": pa.array([0], pa.timestamp("ms"))})
small("gaps", {"a": [1.0, 2.0], "y": ["u", None]})
small("empty", {"a": pa.array([], pa.float64())})
small("large", {"a": pa.array([2**53 + 1], pa.int64())})
small("index", {"a": [1.0, 2.0], "__index_level_0__": [7, 9], "y": [1.0, 0.0]})
pq.write_table(pa.table({"a": [1.0]}), "brotli.parquet", compression="brotli")
# a bomb that keeps its word: two runs, and eight million rows; and a text that three hundred rows repeat
zeros = pa.table({"a": pa.nulls(2**23, pa.float64()).fill_null(0.0)})
pq.write_table(zeros, "bomb.parquet", compression="none", store_schema=False, write_statistics=False, max_rows_per_page=2**30,
               data_page_size=2**30, write_batch_size=2**30, row_group_size=2**30)
pq.write_table(pa.table({"a": [1.0] * 300, "y": ["z" * 100000] * 300}), "echo.parquet", compression="zstd", use_dictionary=False,
               write_statistics=False, data_page_size=2**30, column_encoding={"a": "PLAIN", "y": "DELTA_BYTE_ARRAY"})
