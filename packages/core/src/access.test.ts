import { describe, expect, test } from 'vitest'
import { type CallScope, contract, type Endpoint, Role } from './index.ts'

const endpoints = Object.values(contract).flatMap(noun => Object.values(noun) as Endpoint[])
const letters = 'APTC'
const toLetters = ({ allow }: Pick<Endpoint, 'allow'>): string =>
  typeof allow === 'string'
    ? allow
    : [...allow]
        .sort()
        .map(role => letters[role])
        .join('')

/** F-2: A administrators, P providers, T tenants, C customer support. Rows are the business of the scope. */
const matrix: readonly (readonly [action: string, roles: string, calls: string])[] = [
  ['sign in, refresh, sign out', 'everyone', 'session.login session.refresh session.logout'],
  ['what a page needs before', 'everyone', 'session.manifest translations.current'],
  ['verify, one’s own password', 'APTC', 'session.verify accounts.changePassword'],
  ['† keys for machines', 'APTC', 'keys.list keys.view keys.create keys.rotate keys.setOrigins keys.revoke'],
  ['† embed sessions', 'APTC', 'embed-sessions.create embed-sessions.list embed-sessions.remove'],
  ['† pages that embed', 'TC', 'embed-sessions.origins embed-sessions.setOrigins'],
  ['† sign in at an identity provider', 'everyone', 'sso.start sso.exchange sso.logout'],
  ['† sign in with a code on another device', 'everyone', 'sso.startDevice sso.pollDevice'],
  ['† whether identity providers can be reached', 'A', 'sso.state'],
  ['† one’s own sessions', 'APTC', 'sessions.list sessions.remove'],
  ['read metadata', 'APTC', 'metadata.view metadata.languages tenants.config quotas.show'],
  ['search titles', 'APTC', 'titles.search titles.find titles.published titles.classChooser'],
  ['create, save title', 'APTC', 'titles.create titles.update title-history.list title-history.restore'],
  ['upload, replace video', 'APTC', 'uploads.video uploads.videoState uploads.offer uploads.prove'],
  ['cancel video', 'APTC', 'titles.cancelContent titles.encodeVideo titles.retry titles.streamingLink'],
  ['upload, remove trailer', 'APTC', 'uploads.trailer uploads.trailerState titles.encodeTrailer'],
  ['remove trailer', 'APTC', 'titles.removeTrailer'],
  ['automatic or custom cover', 'APTC', 'titles.updateThumbnailType titles.frames'],
  ['whether the stored file is what was uploaded', 'APTC', 'titles.verify'],
  ['publish, unpublish title', 'APTC', 'titles.publish'],
  ['delete titles', 'APTC', 'titles.remove deleted-titles.list deleted-titles.restore'],
  [
    'acts on many titles',
    'APTC',
    'title-jobs.preview title-jobs.create title-jobs.list title-jobs.view title-jobs.results title-jobs.cancel title-jobs.undo',
  ],
  ['export titles', 'APTC', 'titles.export'],
  ['numbers of titles', 'APTC', 'titles.numbers titles.plays'],
  ['saved views', 'APTC', 'views.list views.create views.update views.remove views.reorder'],
  ['captions', 'APTC', 'captions.list captions.create captions.update captions.remove'],
  ['favourites', 'TC', 'favourites.list favourites.view favourites.set'],
  ['list categories', 'APTC', 'categories.list'],
  ['add, update, reorder category', 'ATC', 'categories.create categories.update categories.reorder'],
  ['labels', 'TC', 'labels.list labels.create labels.update labels.remove'],
  ['focus areas', 'TC', 'focus-areas.list focus-areas.create focus-areas.update'],
  ['equipment', 'TC', 'equipment.list equipment.create equipment.update'],
  ['reviews', 'APTC', 'reviews.list reviews.export reviews.ratings'],
  [
    'bulk upload',
    'PTC',
    'batches.list batches.fetch batches.add batches.process batches.stop batches.template batches.results batches.download',
  ],
  ['playback data', 'A', 'playback.upload playback.view playback.commit playback.cancel playback.recount'],
  ['download the 4 reports', 'AC', 'reports.tenant reports.tracking reports.preview'],
  [
    '† mails of reports, of one’s own site',
    'ATC',
    'reports.subscriptions reports.subscribe reports.unsubscribe',
  ],
  [
    'list tenants',
    'ATC',
    'tenants.list tenants.view web-settings.view web-settings.webhook app-settings.view app-settings.webhook',
  ],
  [
    'create, edit, delete tenant',
    'AC',
    'tenants.create tenants.update tenants.remove tenants.deleted tenants.restore accounts.checkEmail',
  ],
  ['save web settings', 'AC', 'web-settings.create web-settings.update web-settings.checkPrice'],
  ['save app settings', 'AC', 'app-settings.create app-settings.update'],
  ['app key and secret', 'AC', 'tenants.keys tenants.generateKeys'],
  [
    'publish channels to tenants',
    'AC',
    'publishing.setChannel publishing.setTenant publishing.setMany publishing.preview publishing.titles publishing.view',
  ],
  ['titles at JW Player', 'APTC', 'deliveries.list deliveries.retry'],
  ['whether JW Player is set up', 'A', 'deliveries.state'],
  ['what a tenant needs until it is live', 'AC', 'readiness.view'],
  ['upload terms', 'AC', 'terms.upload'],
  ['list, download terms', 'ATC', 'terms.versions terms.download'],
  ['providers, C-101 their own', 'APC', 'providers.list providers.view'],
  ['manage providers', 'AC', 'providers.create providers.update providers.remove providers.restore'],
  ['list channels', 'APTC', 'channels.list channels.search channels.view'],
  ['what is in an own channel', 'APTC', 'channels.titles channels.removeTitles'],
  ['manage channels', 'AC', 'channels.create channels.update channels.updateMany channels.activate'],
  [
    'events',
    'TC',
    'events.list events.calendar events.view events.create events.update events.remove events.addOccurrence events.changeOccurrence events.restoreOccurrence events.split events.join events.previewDuplicate events.duplicate events.removeDuplicates events.upload events.uploadState events.encodeVideo events.cancelUpload events.watch events.export events.feed events.renewFeed events.closeFeed live.list live.view live.renewKey',
  ],
  [
    'collections',
    'TC',
    'collections.list collections.view collections.classes collections.create collections.update collections.highlight collections.addClasses collections.reorderClasses collections.removeClasses collections.remove collections.reorder',
  ],
  [
    'subscription packages',
    'TC',
    'subscriptions.list subscriptions.view subscriptions.create subscriptions.update subscriptions.remove subscriptions.checkPrice',
  ],
  [
    'documents',
    'TC',
    'documents.list documents.view documents.create documents.update documents.download documents.map documents.remove documents.addToCollection documents.removeFromCollection',
  ],
  [
    'site config, links, general and mobile',
    'TC',
    'site.list site.save site.remove site.reorder site.preview site.general site.saveGeneral site.mobile site.saveMobile',
  ],
  [
    'user management',
    'TC',
    'member-imports.list member-imports.fetch member-imports.template member-imports.upload member-imports.process member-imports.stop member-imports.results member-imports.download members.erase members.update members.enable members.disable members.addItem members.updateItem members.endItem',
  ],
  [
    'user report',
    'TC',
    'members.list members.export members.metadata members.subscriptions members.fetch members.history entitlements.explain',
  ],
  ['upload images, covers', 'APTC', 'images.upload images.uploadCover'],
  ['check URL accessible', 'ATC', 'web-settings.checkAddress'],
  // † Beside the register.
  ['orphans', 'A', 'storage.orphans storage.removeOrphans storage.missing storage.references'],
  ['texts', 'A', 'translations.list translations.set translations.remove translations.import'],
  ['audit log', 'AC', 'audit.list audit.export'],
  ['what happened', 'APTC', 'event-log.list event-log.stream'],
  [
    'webhooks',
    'ATC',
    'webhooks.list webhooks.view webhooks.create webhooks.update webhooks.remove webhooks.rotate webhooks.test webhooks.deliveries webhooks.resend',
  ],
  ['what comes to a site and leaves it', 'ATC', 'site-changes.list'],
  ['history of a row, as the noun says', 'APTC', 'history.list'],
  ['search rows by name', 'APTC', 'search.list'],
  ['a site with its keys', 'everyone', 'tenants.token'],
]

describe('ROLE-17, C-14, F-2 which roles may ask at all', () => {
  const found = new Map(endpoints.map(endpoint => [endpoint.id, toLetters(endpoint)]))
  const listed = matrix.flatMap(([, , calls]) => calls.split(' '))

  test.each(matrix)('%s: %s', (_, roles, calls) => {
    for (const id of calls.split(' ')) expect([id, found.get(id)]).toEqual([id, roles])
  })

  test('every call stands in the matrix once, or is one of sites', () => {
    const ofStaff = endpoints.filter(({ allow }) => allow !== 'site').map(({ id }) => id)
    expect(listed.toSorted()).toEqual(ofStaff.toSorted())
    const ofSites = endpoints.filter(({ allow }) => allow === 'site').map(({ id }) => id.split('.')[0])
    expect(new Set(ofSites)).toEqual(new Set(['site-content']))
  })

  test('LIVE-03 staff read what a site reads, and hand nothing in', () => {
    const ofStaff = endpoints.flatMap(({ id, staff }) =>
      staff.length === 0 ? [] : [`${id} ${toLetters({ allow: staff })}`],
    )
    expect(ofStaff.toSorted()).toEqual([
      'site-content.channels ATC',
      'site-content.collections ATC',
      'site-content.schedule ATC',
      'site-content.settings TC',
      'site-content.subscriptions ATC',
      'site-content.terms ATC',
      'site-content.title ATC',
      'site-content.titles ATC',
    ])
  })
})

/** Calls that name a tenant and are about the caller’s own rows all the same, with why. */
const named: readonly (readonly [calls: string, why: string])[] = [
  ['batches.list batches.fetch batches.add batches.process', 'C-85 the token decides'],
  ['history.list', 'decision 0125 the call that reads the row decides'],
  ['batches.stop batches.results batches.download', 'C-85 the token decides'],
  ['categories.list categories.create', 'C-84 administrators have no tenant: their handler decides'],
  ['categories.update categories.reorder', 'C-84 administrators have no tenant: their handler decides'],
  ['images.uploadCover metadata.view titles.create', 'AUTH-15 the choice of customer support alone'],
  ['titles.published titles.classChooser', 'F-2 what a site shows, for staff as well'],
  ['reviews.list reviews.export reviews.ratings', 'REVIEW-02 a filter'],
  ['deliveries.list', 'C-139 a filter'],
  ['deliveries.retry', 'C-139 the site, of a provider’s own title as well'],
]

describe('C-14, decision 0108 whose rows a call is about', () => {
  const idsOf = (...scopes: CallScope[]) =>
    endpoints.filter(({ scope }) => scopes.includes(scope)).map(({ id }) => id)
  const naming = endpoints.filter(({ input }) => 'tenantId' in input.shape).map(({ id }) => id)

  test('a call that names a tenant declares its scope or says why not', () => {
    const own = new Set(idsOf('own'))
    expect(naming.filter(id => own.has(id)).toSorted()).toEqual(
      named.flatMap(([calls]) => calls.split(' ')).toSorted(),
    )
  })

  test('calls of one tenant are for those who have one', () => {
    const others = endpoints.filter(
      ({ scope, allow }) =>
        scope === 'tenant' &&
        allow !== 'site' &&
        (allow === 'everyone' || allow.includes(Role.Admin) || allow.includes(Role.Provider)),
    )
    expect(others.map(({ id }) => id)).toEqual([])
  })
})
