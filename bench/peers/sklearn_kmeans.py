#!/usr/bin/python3
"""Compares k-means with scikit-learn's on usps (9298 x 256), 10 clusters, 10 starts, 2 threads: alternating turns, a new seed each.

usage: sklearn_kmeans.py DATA_FOLDER [TURNS]    needs a built bench module: mvn -Dchecks.skip -DskipTests package -pl bench -am
Prints a Markdown table of medians. Ours is warm after WARM runs; the first is the cold one. Inertia: the worst turn of ours over the median of theirs."""
import os, statistics, subprocess, sys, tempfile, time
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"): os.environ[name] = "2"
import numpy as np
from sklearn.cluster import KMeans

home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TURNS, WARM, CLUSTERS, STARTS = int(sys.argv[2]) if len(sys.argv) > 2 else 5, 3, 10, 10
X = np.genfromtxt(os.path.join(sys.argv[1], "usps.csv.gz"), delimiter=",", skip_header=1)[:, :-1] / 255

def theirs(seed):
    model = KMeans(n_clusters=CLUSTERS, n_init=STARTS, algorithm="lloyd", init="k-means++", random_state=seed)
    begun = time.perf_counter(); model.fit(X)
    return time.perf_counter() - begun, model.inertia_

with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "usps.npy"); np.save(file, X)
    cp = os.pathsep.join([os.path.join(home, "bench/target/grapnel-bench-0.2.0.jar"), os.path.join(home, "bench/target/lib/*")])
    java = subprocess.Popen(["java", "-cp", cp, "org.grapnel.bench.KMeansRun", file, str(CLUSTERS), str(STARTS), "2"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    def ours(seed):
        java.stdin.write(f"{seed}\n"); java.stdin.flush()
        return [float(x) for x in java.stdout.readline().split("\t")][:2]
    cold = ours(1000)[0]
    for seed in range(1001, 1000 + WARM): ours(seed)
    theirs(1000)
    turns = [(theirs(seed), ours(seed)) for seed in range(TURNS)]
    java.stdin.close(); java.wait()
    a, b = (statistics.median(turn[who][0] for turn in turns) for who in (1, 0))
    inertia = max(turn[1][1] for turn in turns) / statistics.median(turn[0][1] for turn in turns)
    print(f"{os.cpu_count()} cores, medians of {TURNS} alternating turns, load {os.getloadavg()[0]:.1f}\n")
    print("| k-means, 10 clusters, 10 starts, 2 threads | scikit-learn s | ours s | ratio | ours cold s | cold ratio | inertia ours / theirs |")
    print("|---|---|---|---|---|---|---|")
    print(f"| usps | {b:.3f} | {a:.3f} | **{b / a:.1f}** | {cold:.3f} | {b / cold:.1f} | {inertia:.6f} |")
