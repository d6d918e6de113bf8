"""scikit-learn's own checks of estimators."""

import pytest

pytest.importorskip("sklearn")
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

from grapnel import GraphFeatureSelector, GraphNMF  # noqa: E402


@pytest.mark.filterwarnings("ignore::grapnel.TrustWarning")
@parametrize_with_checks([GraphNMF(), GraphFeatureSelector()])
def test_estimator_passes_check(estimator, check):
    check(estimator)
