#!/usr/bin/env bash
# Trains the example names-cnn on the MIG devices, or the whole GPUs, of this machine. docs/gpus.md says what to expect.
# Usage: examples/gpu.sh [PORT]. Exit codes: those of ./atomizable; 1 on a machine without an NVIDIA driver or GPU.
set -eu
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
port=${1:-8080}

"$home/atomizable" gpus --nvml --read-only

# DJL's build of PyTorch for CUDA 12.8. The launcher downloads it once.
export ATOMIZABLE_TORCH=cu128
"$home/atomizable" scheduler --port "$port" --no-tokens --gpus nvml --read-only &
scheduler=$!
trap 'kill "$scheduler" 2>/dev/null || true' EXIT
until (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
  kill -0 "$scheduler" 2>/dev/null || { wait "$scheduler"; exit 1; }
  sleep 0.2
done
"$home/atomizable" run --scheduler "http://127.0.0.1:$port" names-cnn
