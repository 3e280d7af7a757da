import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora terms` says. */
const termsCommandTexts = {
  'help.terms': 'upload, list and download the terms of a tenant’s site',
  'help.upload': 'upload a new version of the terms: one .html file for each language of the tenant',
  'help.versions': 'list the versions of the terms, the newest first, with what changed',
  'help.download': 'print the terms in a language, as HTML',
  'help.files': '.html files named by language, such as terms.de-DE.html; else as de-DE=FILE',
  'help.title': 'name of the version, such as "Terms of use 2026"',
  'help.language': 'language such as de-DE',
  'help.number': 'version; defaults to the newest',
  'help.output': 'write to this file instead of stdout',
  'language.none': 'The language of {{file}} is not known',
  'language.how':
    'Name it like terms.de-DE.html, or pass de-DE={{file}}. Languages of the tenant: {{languages}}',
  'language.twice': 'There are two files in {{language}}: {{one}} and {{other}}',
  'language.twiceHow': 'Pass one file for each language.',
  'upload.wait': { one: 'Uploading {{count}} file', other: 'Uploading {{count}} files' },
  'upload.done': {
    one: 'Version {{version}} of the terms uploaded, in {{count}} language',
    other: 'Version {{version}} of the terms uploaded, in {{count}} languages',
  },
  'versions.all': 'all',
  'versions.none': 'none',
  'download.none': 'This tenant has no terms yet',
  'download.noneHow': 'Upload some: kinora terms upload',
} as const satisfies Catalogue

export const termsText = (key: keyof typeof termsCommandTexts, values?: MessageParams): string =>
  fillText(termsCommandTexts[key], safeValues(values))
