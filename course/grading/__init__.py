"""What only a grader needs; the lesson library never imports it."""
