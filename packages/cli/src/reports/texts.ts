import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora reports` says. */
const reportTexts = {
  'help.reports': 'tenant uploads, content usage, billable users and content provider usage',
  'help.list': 'list the reports with their files and columns',
  'help.show': 'show the first rows of a report',
  'help.download': 'download reports into a folder; exit code 3 where no data was found',
  'help.type':
    'which report; repeatable (tenantUpload, contentUsage, billableUser, contentProviderUsage, all)',
  'help.oneType': 'which report: tenantUpload, contentUsage, billableUser or contentProviderUsage',
  'help.from': 'first day, such as 2026-11-01 (UTC)',
  'help.to': 'last day, included (UTC)',
  'help.out': 'folder for the files (default: here)',
  'help.format': 'kind of file (default: xlsx)',
  'usage.type': 'There is no report “{{type}}”.',
  'usage.typeHow': 'Choose one of {{types}}.',
  'usage.format': 'There is no format “{{format}}”.',
  'show.more':
    'These are the first rows. All of them: kinora reports download --type {{type}} --from {{from}} --to {{to}}{{context}}',
  'download.saved': '{{complete}}: {{path}}',
  'download.none': '{{report}}: {{reason}}',
} as const satisfies Catalogue

export const reportText = (key: keyof typeof reportTexts, values?: MessageParams): string =>
  fillText(reportTexts[key], safeValues(values))
