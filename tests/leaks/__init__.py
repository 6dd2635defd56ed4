"""Two worlds that differ only in what somebody may not know: whether anything that leaves a server tells."""
