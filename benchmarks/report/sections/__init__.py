"""One module per part of the benchmarks: what it makes of the results."""
