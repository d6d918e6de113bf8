#!/usr/bin/python3
"""Prints seconds, sum and peak memory of pandas.read_csv with its C engine, once for each line of input.

usage: pandas_csv.py FILE    needs Debian's python3-pandas"""
import resource, sys, time
import pandas

for _ in sys.stdin:
    begun = time.perf_counter()
    data = pandas.read_csv(sys.argv[1], engine="c")
    seconds = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(seconds, data.to_numpy().sum(), peak, sep="\t", flush=True)
    del data
