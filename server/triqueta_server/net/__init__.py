"""The network: listener, connections, HTTP pages, mDNS."""
