import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora texts` says. */
const ownTexts = {
  'help.texts': 'replace texts of the portal, on open pages too',
  'help.list': 'list the replaced texts with their originals',
  'help.set': 'replace a text',
  'help.remove': 'show the original of texts again',
  'help.export': 'write the replaced texts as JSON, to be edited and imported',
  'help.import': 'replace the texts of a JSON file, all or none; others stay',
  'help.all': 'every text of the catalogue, replaced or not',
  'help.query': 'part of the key, the original or the replacement',
  'help.key': 'key of a text, as list --all prints it',
  'help.keys': 'keys of texts',
  'help.text': 'new text; values in braces stay',
  'help.one': 'new text for one thing, of a text by number',
  'help.other': 'new text for any other number',
  'help.file': 'JSON file with a text for each key, as export writes it',
  'set.missing': 'The new text is missing',
  'set.missingHow': 'Give it after the key, or as --one and --other: kinora texts set --help',
  'set.both': 'Give a text, or --one and --other, not both',
  'set.done': '{{key}} replaced',
  'remove.done': 'The original is shown again',
  'import.problem': '{{key}}: {{problem}}',
  'import.refused': { one: '{{count}} text can’t be imported', other: '{{count}} texts can’t be imported' },
  'import.how': 'Nothing was imported. Correct the lines above, then run the command again.',
  'import.plan': '{{count}} would change, {{same}} are already so. Nothing was changed',
  'import.done': '{{count}} changed, {{same}} were already so',
} as const satisfies Catalogue

export const translationText = (key: keyof typeof ownTexts, values?: MessageParams): string =>
  fillText(ownTexts[key], safeValues(values))
