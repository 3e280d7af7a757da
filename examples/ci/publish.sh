#!/usr/bin/env bash
# Uploads and publishes what a catalogue lists, and leaves a report of all titles. As a key, which is in KINORA_API_KEY: see README.md.
set -euo pipefail
catalogue=$1 report=$2
kinora() { ${KINORA:-npx kinora} --no-prompt --quiet "$@"; }

kinora titles bulk run "$catalogue" --publish --yes
kinora titles bulk results "$catalogue"
kinora titles export --as report --output "$report"
