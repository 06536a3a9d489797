"""llama.cpp's own HTTP server, from the wheel of xllamacpp, on a free port: llama_server.py MODEL SEED. Ends with its standard input."""
import sys

import xllamacpp

model, seed = sys.argv[1:]
parameters = xllamacpp.CommonParams()
parameters.model.path = model
parameters.hostnames, parameters.port = ["127.0.0.1"], 0
parameters.n_ctx, parameters.n_parallel = 16384, 1
parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
parameters.use_jinja, parameters.warmup = True, False
parameters.sampling.seed, parameters.sampling.temp = int(seed), 1.0
server = xllamacpp.Server(parameters)
print("listening on", server.listening_address, flush=True)
sys.stdin.read()
