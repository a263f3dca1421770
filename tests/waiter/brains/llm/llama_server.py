"""A process of its own for the native server: prints its address, lives until its stdin closes.

python -m tests.waiter.brains.llm.llama_server MODEL.gguf
"""

from __future__ import annotations

import sys

import xllamacpp


def main(weights: str) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.n_ctx = 8_192
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.verbosity = 0
    params.endpoint_slots = params.endpoint_metrics = True
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
