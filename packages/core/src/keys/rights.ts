/** KEY-01: what a key may be made for; each a part of the calls that the role of its maker has. */
export const rightNames = [
  'read',
  'upload',
  'titles',
  'bulk',
  'publish',
  'catalogue',
  'schedule',
  'members',
  'reports',
  'site',
  'supply',
  'tenants',
  'platform',
  'audit',
  'embed',
  'accounts',
] as const
export type Right = (typeof rightNames)[number]

/** What every key may ask: who it speaks for, and the words that fields are chosen from. */
export const callsOfEveryKey: readonly string[] = [
  ...['session.verify', 'metadata.view', 'metadata.languages', 'tenants.config', 'quotas.show'],
]

const findTitles = ['titles.search', 'titles.find', 'titles.frames', 'titles.verify'] as const
const covers = ['images.upload', 'images.uploadCover', 'titles.updateThumbnailType'] as const

/** The calls of each right: `noun.verb`, or `noun.*` for a whole noun. A call may belong to several. */
export const callsOfRight: Readonly<Record<Right, readonly string[]>> = {
  read: [
    ...findTitles,
    ...['titles.numbers', 'titles.plays', 'titles.streamingLink', 'titles.export', 'titles.published'],
    ...['titles.classChooser', 'title-history.list', 'deleted-titles.list', 'uploads.videoState'],
    ...['uploads.trailerState', 'captions.list', 'categories.list', 'channels.list', 'channels.search'],
    ...['channels.view', 'channels.titles', 'providers.list', 'providers.view', 'collections.list'],
    ...['collections.view', 'collections.classes', 'documents.list', 'documents.view', 'documents.download'],
    ...['subscriptions.list', 'subscriptions.view', 'subscriptions.checkPrice', 'labels.list'],
    ...['focus-areas.list', 'equipment.list', 'reviews.*', 'favourites.list', 'favourites.view'],
    ...['events.list', 'events.calendar', 'events.view', 'events.watch', 'events.export'],
    ...[
      'live.list',
      'live.view',
      'site-content.titles',
      'site-content.title',
      'site-content.collections',
      'site-content.schedule',
    ],
    ...['site-content.channels', 'deliveries.list', 'deliveries.state'],
    ...['site-content.subscriptions', 'site-content.settings', 'site-content.terms', 'site-changes.list'],
    ...['terms.versions', 'terms.download', 'search.list', 'views.list', 'files.original'],
  ],
  upload: [
    ...findTitles,
    ...covers,
    ...['titles.create', 'uploads.*', 'titles.cancelContent', 'titles.encodeVideo', 'titles.encodeTrailer'],
    ...['titles.retry', 'titles.removeTrailer', 'captions.*', 'categories.list', 'channels.list'],
    ...['channels.search', 'labels.list', 'focus-areas.list', 'equipment.list'],
  ],
  titles: [
    ...findTitles,
    ...covers,
    ...['titles.create', 'titles.update', 'titles.remove', 'titles.export', 'title-history.*'],
    ...['deleted-titles.*', 'captions.*', 'favourites.*'],
  ],
  bulk: [...findTitles, 'title-jobs.*', 'batches.*'],
  publish: [
    ...findTitles,
    'titles.publish',
    'publishing.*',
    'deliveries.list',
    'deliveries.retry',
    'channels.list',
    'channels.search',
    'tenants.list',
  ],
  catalogue: [
    ...['categories.*', 'collections.*', 'documents.*', 'subscriptions.*', 'labels.*', 'focus-areas.*'],
    ...['equipment.*', 'images.upload', 'images.uploadCover', 'titles.published', 'titles.classChooser'],
  ],
  schedule: [
    ...['events.list', 'events.calendar', 'events.view', 'events.create', 'events.update', 'events.remove'],
    ...['events.addOccurrence', 'events.changeOccurrence', 'events.restoreOccurrence', 'events.split'],
    ...['events.join', 'events.previewDuplicate', 'events.duplicate', 'events.removeDuplicates'],
    ...['events.upload', 'events.uploadState', 'events.encodeVideo', 'events.cancelUpload', 'events.watch'],
    ...['events.export', 'events.closeFeed', 'live.*', 'images.upload', 'titles.classChooser'],
  ],
  members: ['members.*', 'member-imports.*', 'entitlements.explain'],
  reports: [
    ...['reports.tenant', 'reports.tracking', 'reports.preview', 'reports.subscriptions'],
    ...['titles.numbers', 'titles.plays', 'reviews.*', 'tenants.list', 'providers.list'],
  ],
  site: ['site.*', 'terms.*', 'site-changes.list', 'images.upload', 'web-settings.checkAddress'],
  supply: ['providers.*', 'channels.*', 'images.upload', 'accounts.checkEmail'],
  tenants: [
    ...['tenants.list', 'tenants.view', 'tenants.create', 'tenants.update', 'tenants.remove'],
    ...['tenants.deleted', 'tenants.restore', 'readiness.view', 'web-settings.*', 'app-settings.*'],
    ...['accounts.checkEmail', 'images.upload'],
  ],
  platform: [
    'storage.*',
    'translations.list',
    'translations.set',
    'translations.remove',
    'translations.import',
    'playback.*',
  ],
  audit: [
    ...['audit.*', 'history.list', 'event-log.*', 'webhooks.list', 'webhooks.view', 'webhooks.deliveries'],
  ],
  embed: ['embed-sessions.create', 'embed-sessions.list', 'embed-sessions.remove'],
  accounts: ['scim.schemas', 'scim.users', 'scim.groups'],
}

/** KEY-02: what no key may do, and why. */
export const callsOfNoKey: Readonly<Record<string, string>> = {
  'accounts.changePassword': 'a password is a person’s',
  'keys.*': 'a key that makes keys would outlive its own end',
  'sessions.*': 'sessions are a person’s',
  'sso.state': 'where people sign in is set up by a person',
  'tenants.keys': 'the pair of a site would outlive the key',
  'tenants.generateKeys': 'the pair of a site would outlive the key',
  'embed-sessions.origins': 'whose pages may embed is decided by people',
  'embed-sessions.setOrigins': 'whose pages may embed is decided by people',
  'events.feed': 'the address of a feed would outlive the key',
  'events.renewFeed': 'the address of a feed would outlive the key',
  'webhooks.create': 'what is sent there would outlive the key',
  'webhooks.update': 'what is sent there would outlive the key',
  'webhooks.remove': 'only a person could make it again',
  'webhooks.rotate': 'its secret would outlive the key',
  'webhooks.test': 'webhooks are set up by a person',
  'webhooks.resend': 'webhooks are set up by a person',
  'site.preview': 'its token would outlive the key, and be good from anywhere',
  'reports.subscribe': 'its mails would outlive the key',
  'reports.unsubscribe': 'its mails are a person’s',
  'views.create': 'views are what a person keeps',
  'views.update': 'views are what a person keeps',
  'views.remove': 'views are what a person keeps',
  'views.reorder': 'views are what a person keeps',
}

/** Whether a call is one of these. */
export const isAmong = (calls: Iterable<string>, id: string): boolean => {
  const whole = `${id.split('.')[0]}.*`
  for (const call of calls) if (call === id || call === whole) return true
  return false
}

/** The rights of which each has the call. */
export const rightsOf = (id: string): Right[] =>
  isAmong(Object.keys(callsOfNoKey), id) ? [] : rightNames.filter(right => isAmong(callsOfRight[right], id))

/** The rights of which a key needs one for a call; none where every key may make it, undefined where no key may. */
export function neededRights(id: string): readonly Right[] | undefined {
  if (isAmong(callsOfEveryKey, id)) return []
  const rights = rightsOf(id)
  return rights.length === 0 ? undefined : rights
}

/** KEY-02: whether a key with these rights may make the call, as far as its maker may. */
export const mayWithRights = (id: string, rights: readonly Right[]): boolean =>
  isAmong(callsOfEveryKey, id) || rightsOf(id).some(right => rights.includes(right))
