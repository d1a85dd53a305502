"""What can be said of differences: topics are the unit, repetitions averaged first."""
