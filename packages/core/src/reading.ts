/** POST and PUT that only read, beside every `list`. */
export const readingCalls: readonly string[] = [
  'titles.search',
  'titles.export',
  'titles.published',
  'titles.classChooser',
  'batches.fetch',
  'reviews.export',
  'reviews.ratings',
  'title-jobs.preview',
  'site.general',
  'site.mobile',
  'publishing.preview',
  'publishing.titles',
  'members.export',
  'members.metadata',
  'members.subscriptions',
  'members.fetch',
  'member-imports.fetch',
  'member-imports.download',
  'subscriptions.view',
  'subscriptions.checkPrice',
  'tenants.view',
  'documents.view',
  'documents.download',
  'web-settings.view',
  'web-settings.checkPrice',
  'web-settings.checkAddress',
  'app-settings.view',
]

/** Whether a call changes nothing, so that asking again is always safe. */
export const isReading = ({ id, method }: { id: string; method: string }): boolean =>
  method === 'GET' || id.endsWith('.list') || readingCalls.includes(id)
