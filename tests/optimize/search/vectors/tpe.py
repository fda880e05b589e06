"""Writes tpe.json: what Optuna's multivariate TPE over categorical choices says. Run with Optuna 4.9.0 and numpy:

    PYTHONPATH=<a checkout of optuna v4.9.0> python3 tpe.py > tpe.json
"""

import json
import warnings

import numpy as np
import optuna
from optuna.samplers._tpe.sampler import _split_trials, default_gamma

warnings.simplefilter("ignore")
optuna.logging.set_verbosity(optuna.logging.ERROR)


def case(seed, sizes, count):
    names = [f"q{i}" for i in range(len(sizes))]
    space = {n: optuna.distributions.CategoricalDistribution(list(range(s))) for n, s in zip(names, sizes)}
    sampler = optuna.samplers.TPESampler(seed=seed, multivariate=True)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    made = np.random.RandomState(seed + 1000)
    history = []
    for _ in range(count):
        choices = [int(made.randint(s)) for s in sizes]
        # Few different values: ties have to be broken in the same way.
        value = round(float(made.randint(8)) / 8, 3)
        history.append({"choices": choices, "value": value})
        study.add_trial(optuna.trial.create_trial(params=dict(zip(names, choices)), distributions=space, value=value))
    below, above = _split_trials(study, study.trials, default_gamma(count), False)
    estimators = [sampler._build_parzen_estimator(study, space, below, handle_below=True),
                  sampler._build_parzen_estimator(study, space, above, handle_below=False)]
    points = [[int(made.randint(s)) for s in sizes] for _ in range(4)]
    columns = {n: np.array([p[i] for p in points]) for i, n in enumerate(names)}
    logs = [[float(x) for x in e.log_pdf(columns)] for e in estimators]
    trial = study.ask(space)
    return {
        "sizes": sizes,
        "history": history,
        "good": [t.number for t in below],
        "points": points,
        "logGood": logs[0],
        "logOthers": logs[1],
        "uniforms": [float(x) for x in np.random.RandomState(seed).random_sample(24 * (len(sizes) + 1))],
        "suggestion": [trial.params[n] for n in names],
    }


cases = [case(1, [3, 7, 3, 7], 10), case(2, [6, 13, 6, 13], 24), case(3, [4, 5], 37), case(4, [9, 19], 60), case(5, [2, 3, 4], 15)]
print(json.dumps({"optuna": optuna.__version__, "cases": cases}))
