import type { Catalogue } from '@kinora/core'

/** What `--jq` says. */
export const jqTexts = {
  'jq.invalid': '--jq: {{reason}}',
  'jq.invalidHow':
    "Quote the expression for the shell, as in --jq '.[].tag'. The language: https://jqlang.org/manual",
  'jq.noJson': '--jq: this command prints a file, not JSON',
  'jq.noJsonHow': 'Run it without --jq.',
  'jq.failed': '--jq doesn’t fit the result: {{reason}}',
  'jq.failedHow': 'The command itself is done. Look at the JSON with --json, then correct the expression.',
} as const satisfies Catalogue
