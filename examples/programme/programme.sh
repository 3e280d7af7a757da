#!/usr/bin/env bash
# A week of Acme Yoga's staff, from the terminal alone: see README.md. Customer support is signed in and acts for the tenant.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-programme-out}
mkdir -p "$out"
kinora() { ${KINORA:-npx kinora} --tenant acmeyoga --no-prompt "$@"; }

# The titles by the ids of the catalogue.
titles=$(kinora titles list --all --jq '.[] | "\(.externalId) \(.tag)"')
tag() { awk -v id="$1" '$1 == id { print $2 }' <<< "$titles"; }

# Two collections; the first is featured.
mornings=$(kinora collections create --name Mornings --description 'Short classes before work.' --active \
  --class "$(tag acme-005)" --class "$(tag acme-001)" --class "$(tag acme-009)" --jq .collectionTag)
strong=$(kinora collections create --name 'Strong at home' --description 'Bells and your own weight.' --active \
  --class "$(tag acme-002)" --class "$(tag acme-008)" --jq .collectionTag)
kinora collections classes order "$mornings" "$(tag acme-001)" "$(tag acme-009)"
kinora collections order "$strong" "$mornings"
kinora collections feature "$mornings"
kinora collections class-of-day "$strong"

# What members subscribe to, and what they read.
kinora subscriptions create --title 'Acme Monthly' --description 'Every class and every live session.' --active \
  --type allinone --cover "$here/cover.jpg" --collection "$mornings" --collection "$strong" --price price_AcmeMonthly
plan=$(kinora documents create --title 'Four-week plan' --file "$here/plan.pdf" --active \
  --collection "$mornings" --class "$(tag acme-001)" --jq .documentId)
kinora documents download "$plan" --output "$out/plan.pdf"

# The schedule: each type once; what a class says of itself needs not be said again. Times are those of the
# tenant's clock. What begins within four hours can't be moved.
in_days() { LC_ALL=C date -d "+$1 days" +%a | tr '[:upper:]' '[:lower:]'; }
about=(--description 'Bring a mat.' --duration 1800 --cover "$here/event.jpg" --class-category Yoga --sub-category Vinyasa
  --language en-GB --skill 2 --intensity 3 --equipment Mat --jq .event_Id)
flow=$(kinora schedule create --title 'Morning flow' --type scheduled --weekly "$(in_days 2),$(in_days 3) 07:00" --active \
  --class "$(tag acme-001)" --description 'Twelve breaths.' --duration 1800 --cover "$here/event.jpg" --jq .event_Id)
kinora schedule create --title 'Open day' --type live --source external --active \
  --streaming-link https://stream.acme.example/open --at "$(date -d 'saturday +1 week' +%F) 10:00" "${about[@]}"
rerun=$(kinora schedule create --title 'Evening rerun' --type simulated --weekly "$(in_days 4) 18:00" "${about[@]}")
kinora schedule upload "$rerun" "$here/../catalogue/media/class-001.mp4"
kinora schedule edit "$rerun" --active
kinora schedule move "$flow" --from "$(in_days 3)" --to "$(in_days 4)" --time 07:30
kinora schedule calendar
# At half past seven before and after 31 March 2030, when the clock changes.
kinora schedule calendar --from 2030-03-25 --to 2030-04-07 | tee "$out/march.tsv"
kinora schedule export --output "$out/schedule.ics"

# 500 members and a row that is wrong: the others are taken, the report says why (exit code 6).
{
  kinora members template | head -n 1
  seq 500 | awk '{ printf "m-%d,Member %d,m%d@members.acme.example,Acme Monthly,prod-acme,monthly,active,2026-01-01,\n", $1, $1, $1 }'
  echo 'm-501,Nobody,not-an-address,,,,,,'
} > "$out/members.csv"
import=$(kinora members import "$out/members.csv" --yes --json fileId --jq .fileId) || [ $? = 6 ]
kinora members report "$import" --output "$out/members_report.csv"

# What they watched is handed in by the site, with the tenant's keys.
keys=$(kinora tenants keys acmeyoga --json accessKey,secretKey)
token=$(kinora api tenants.token --input "$keys" --jq .token)
seq 60 | awk -v tag="$(tag acme-001)" -v day="$(date -u +%F)" 'BEGIN { printf "{\"plays\":[" }
  { printf "%s{\"playId\":\"p-%d\",\"titleTag\":\"%s\",\"userId\":\"m-%d\",\"startedAt\":\"%sT00:00:00Z\",\"secondsWatched\":90,\"completed\":true}", (NR > 1 ? "," : ""), $1, tag, $1, day }
  END { printf "]}" }' | KINORA_TOKEN=$token ${KINORA:-npx kinora} api site-content.addPlays --input - --jq '.data | length'

# The four reports of this month, to open with a spreadsheet program.
kinora reports download --type all --from "$(date -u +%Y-%m-01)" --to "$(date -u +%F)" --out "$out"
