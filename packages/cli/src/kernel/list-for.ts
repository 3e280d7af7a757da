/** What follows `kinora` to show what a command of a noun is about; for some verbs another list than the noun's. */
const lists: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  titles: 'titles list',
  batches: 'batches list',
  captions: 'captions list TAG',
  categories: 'categories list',
  subcategories: 'subcategories list CATEGORY',
  collections: { classes: 'collections classes list TAG', '': 'collections list' },
  documents: 'documents list',
  subscriptions: 'subscriptions list',
  texts: 'texts list',
  channels: 'channels list',
  schedule: 'schedule list',
  publishing: 'publishing show',
  providers: 'providers list',
  tenants: 'tenants list',
  labels: 'labels list',
  'focus-areas': 'focus-areas list',
  equipment: 'equipment list',
  members: {
    import: 'members imports',
    process: 'members imports',
    stop: 'members imports',
    '': 'members list',
  },
  favourites: 'favourites list',
  terms: 'terms versions',
  site: 'site show general',
}

/** Where the first word of a command names something else than what its own list is of. */
const owners: Readonly<Record<string, string>> = { captions: 'titles', subcategories: 'categories' }

/** The command that lists what the command line with these words may name. */
export function listOfNames(args: readonly string[]): string | undefined {
  const noun = args.find(word => Object.hasOwn(lists, word)) ?? ''
  return listFor([owners[noun] ?? noun])
}

/** The command that shows what the command line with these words is about; undefined where there is none. */
export function listFor(args: readonly string[]): string | undefined {
  const at = args.findIndex(word => Object.hasOwn(lists, word))
  const found = lists[args[at] ?? '']
  const list = typeof found === 'object' ? (found[args[at + 1] ?? ''] ?? found['']) : found
  return list === undefined ? undefined : `kinora ${list}`
}
