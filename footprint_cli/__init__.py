"""Footprint: what an AI agent read, what it did not read, and why, from a recording alone."""

__version__ = "0.1.0"
