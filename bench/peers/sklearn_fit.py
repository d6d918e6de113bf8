#!/usr/bin/python3
"""usage: sklearn_fit.py FILE.csv.gz LABELS FOLDER: pandas reads, scikit-learn's NMF runs 200 iterations, W and H are saved."""
import sys, warnings
import numpy as np, pandas as pd
from sklearn.decomposition import NMF
warnings.simplefilter("ignore")
X = pd.read_csv(sys.argv[1]).drop(columns=sys.argv[2]).to_numpy(float)
model = NMF(20, init="random", random_state=0, tol=0, max_iter=200)
H = model.fit_transform(X)
np.save(sys.argv[3] + "/H.npy", H.T)
np.save(sys.argv[3] + "/W.npy", model.components_.T)
