"""Lesson library of autograd-course."""

__version__ = "0.1.0"
