import type { Catalogue } from '@kinora/core'

/** What `titles verify` and `titles download` say. */
export const fileTexts = {
  'titles.verify': 'check that a title’s stored file equals a local one',
  'titles.download': 'download the file that was uploaded for a title',
  'verify.done': '{{name}} is stored for {{tag}}, byte for byte',
  'verify.noFile': '{{tag}} has no stored file',
  'verify.other': '{{name}} is not the file stored for {{tag}}',
  'verify.otherWhy': 'Stored is {{name}} with {{size}} bytes; the local file has {{local}}.',
  'verify.otherHow': 'Download what is stored: kinora titles download {{tag}} -o FILE{{context}}',
  'wait.verify': 'Reading {{name}} …',
  'download.exists': '{{path}} already exists',
  'download.existsHow': 'Name another file, or this one to replace it: -o FILE',
  'download.resumes': 'going on with {{path}}',
  'download.kept': 'What has arrived is in {{path}}. The same command goes on there.',
  'verify.gone': 'The stored file of {{tag}} is gone: the platform has its row but no bytes.',
  'verify.damaged': 'The stored file of {{tag}} is damaged: its bytes are not those that were uploaded.',
  'verify.damagedHow':
    'Keep your own copy and upload it again: kinora titles upload FILE --tag {{tag}} --replace{{context}}',
  'download.damaged': '{{path}} was damaged and is removed. Download the file again.',
  'download.output': 'write to this file, or - for stdout; defaults to the name it was uploaded with',
} as const satisfies Catalogue
