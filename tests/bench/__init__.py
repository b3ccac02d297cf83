"""Measurements, run by hand: ratios within one run, since machines differ and have other things to do."""
