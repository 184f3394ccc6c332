"""Short run of the endurance test of `soak.py`."""

from scene import check
from service.soak import soak

SECONDS = 25  # `Tests/System/run --soak` takes longer


@check("a thousand frames a second with changing panels, clients and configurations: nothing grows, no end is lost")
def _(scene):
    soak(scene, SECONDS)
