import { describe, expect, test } from 'vitest'
import {
  AssetType,
  adminTabs,
  areCredentials,
  ContentType,
  Credentials,
  channelTabs,
  checkAppSettings,
  checkEventForm,
  checkNewProvider,
  checkSubscription,
  checkTenant,
  checkTitle,
  DEFAULT_VERSION,
  durationChoices,
  EVENT_ENCODING_REFRESH,
  EventType,
  emptyTitleDraft,
  missingForComplete,
  newAppSettings,
  newEvent,
  newTenant,
  Product,
  Provider,
  Role,
  ScheduledEvent,
  storageKeys,
  TenantDraft,
  TitleStatus,
  toTrailerState,
  toUrl,
} from './index.ts'
import { checkImage } from './media/image-rules.ts'
import { createMessages, en } from './messages/index.ts'

const words = createMessages(en)
const fields = (issues: readonly { path: string }[]) => issues.map(({ path }) => path)
const tenant = {
  ...newTenant,
  ...{ name: 'Acme', customerNumber: '7', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
  ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web' as const] },
}
const provider = { name: 'Lake', contact: 'Nora W.', email: 'nora@lake.test', password: 'reels' }

describe('decided contradictions that are a matter of data', () => {
  test('C-03 a tenant that provides follows the tenant’s rule for passwords, a provider its own', () => {
    const active = {
      isProviderActive: true,
      email: 'a@b.co',
      jwPlayerSiteId: 'site',
      jwPlayerSecret: 'secret',
    }
    expect(fields(checkTenant({ ...tenant, ...active, password: 'reels' }))).toEqual(['password'])
    expect(fields(checkTenant({ ...tenant, ...active, password: 'Reels-12' }))).toEqual([])
    expect(checkNewProvider(provider)).toEqual([])
  })

  test('C-04 type 2 of a title is audio, which needs no cover; of an event it is live, which needs one', () => {
    expect([ContentType.Audio, EventType.Live]).toEqual([2, 2])
    const audio = missingForComplete({ ...emptyTitleDraft, contentType: 2 })
    expect(fields(audio)).not.toContain('imageLink')
    expect(fields(checkEventForm({ ...newEvent, type: 2, active: true }))).toContain('imageUrl')
  })

  test('C-10 who signs in gives an e-mail and any password that isn’t blank', () => {
    expect(areCredentials({ email: 'a@b.co', password: 'x' })).toBe(true)
    expect(areCredentials({ email: 'a@b.co', password: ' ' })).toBe(false)
    expect(areCredentials({ email: 'nobody', password: 'x' })).toBe(false)
    expect(Credentials.safeParse({ email: 'a@b.co', password: '' }).success).toBe(false)
  })

  test('C-16 NAV-57 administrators and customer support have the publishing tab', () => {
    const tabs = (role: Role) => channelTabs(role).map(({ id }) => id)
    for (const role of [Role.Admin, Role.Support]) expect(tabs(role)).toEqual(['channels', 'publishing'])
    for (const role of [Role.Provider, Role.Tenant]) expect(tabs(role)).toEqual(['channels'])
  })

  test('C-18 an address without a scheme gets https://', () =>
    expect(toUrl('example.com')).toBe('https://example.com'))

  test('C-20 the text of an image’s type names the types of its rule', () => {
    const said = (kind: Parameters<typeof checkImage>[0]) =>
      checkImage(kind, { name: 'a.gif', bytes: new Uint8Array() }).map(words.issue)
    expect(said('profile')).toEqual(['Please select a valid jpg/jpeg/png format file for upload.'])
    expect(said('titleCover')).toEqual(['Please select a valid jpg/jpeg format file for upload.'])
    expect(said('categoryImage')).toEqual(['Please select a valid jpg/png format file for upload.'])
    expect(said('favicon')).toEqual(['Please select a valid ico format file for upload.'])
  })

  test('C-24 a trailer’s status is one of a title', () => {
    expect([TitleStatus.EncodingQueued, TitleStatus.NormalisationQueued]).toEqual([1, 11])
    for (const trailerStatus of [1, 11])
      expect(toTrailerState({ trailerStatus, trailerLinkWeb: null, trailerLinkMobile: null })).toBe(
        'processing',
      )
  })

  test('C-34 a tenant’s schedule that nobody has set up differs from none', () => {
    const { connect } = TenantDraft.shape
    expect([connect.parse(null), connect.parse('none')]).toEqual([null, 'none'])
  })

  test('C-41 misspelt words are said as they are', () => {
    expect(en['validation.atLeast4']).toBe('Please add atleast 4 alphanumeric character')
    expect(Object.values(en)).toContain('Please Check You Data')
  })

  test('C-46 durations to choose: 1, 5, 10 and so on to 120', () =>
    expect(durationChoices).toEqual([1, ...Array.from({ length: 24 }, (_, nth) => 5 * (nth + 1))]))

  test('C-62 the category of an event is not the one of its class', () => {
    expect(newEvent.category).toBe('GX')
    expect(fields(checkEventForm({ ...newEvent, active: true }))).toContain('classCategoryId')
    expect(ScheduledEvent.shape.category.safeParse('Yoga').success).toBe(false)
  })

  test('C-63 JW Player: of a tenant while its provider is active, of a provider on platform 1', () => {
    const jw = (issues: readonly { path: string }[]) => fields(issues).filter(path => path.startsWith('jw'))
    expect(jw(checkTenant({ ...tenant, mediaPlatform: 1 }))).toEqual([])
    expect(jw(checkTenant({ ...tenant, isProviderActive: true }))).toEqual([
      'jwPlayerSiteId',
      'jwPlayerSecret',
    ])
    expect(jw(checkNewProvider({ ...provider, mediaPlatform: 0 }))).toEqual([])
    expect(jw(checkNewProvider({ ...provider, mediaPlatform: 1 }))).toEqual([
      'jwPlayerSiteId',
      'jwPlayerSecret',
    ])
  })

  test('C-65 an event that is encoded is asked for again after 100 seconds', () =>
    expect(EVENT_ENCODING_REFRESH).toBe(100_000))

  test('C-69 SESS-06 B-25 the keys of local storage', () =>
    expect(Object.values(storageKeys).join(' ')).toBe(
      'csTenantId tenantId tenantName version uid uploading clearLocalStorage token refreshToken forcedSignOut',
    ))

  test('C-75 what is said of a version', () => {
    expect(DEFAULT_VERSION).toBe('1.11.4.1273')
    expect(en['session.newVersion']).toBe('A new version is available. The page will reload.')
  })

  test('C-77 what an image may be for', () =>
    expect(AssetType.options).toEqual(
      expect.arrayContaining('cover banner logo profile mediaSpace splash icon'.split(' ')),
    ))

  test('C-79 both spellings of an event’s moment', () =>
    expect(Object.keys(ScheduledEvent.shape)).toEqual(
      expect.arrayContaining(['schedule_time', 'scheduled_Time']),
    ))

  test('C-87 three choices at most, but of languages, products and weekdays', () => {
    const four = ['a', 'b', 'c', 'd']
    expect(fields(checkTitle({ ...emptyTitleDraft, className: 'Flow', equipmentIds: four }))).toEqual([
      'equipmentIds',
    ])
    for (const path of ['focusAreaIds', 'labelIds'] as const)
      expect(fields(checkTitle({ ...emptyTitleDraft, className: 'Flow', [path]: four }))).toEqual([path])
    const app = { sharedSecret: null, siteSourceType: 'sub', hasStripe: true } as const
    expect(fields(checkAppSettings({ ...newAppSettings, iosProducts: four }, app))).not.toContain(
      'iosProducts',
    )
    expect(fields(checkSubscription({ collectionTags: four }))).toEqual([])
    const many = ['en-GB', 'de-DE', 'fr-FR', 'it-IT']
    expect(fields(checkTenant({ ...tenant, languageCodes: many }))).toEqual([])
    expect(fields(checkTenant({ ...tenant, activatedProducts: Product.options }))).toEqual([])
    expect(
      fields(
        checkEventForm({ ...newEvent, schedule: { type: 1, weekdays: [0, 1, 2, 3], daily_time: '18:00' } }),
      ),
    ).not.toContain('schedule.weekdays')
  })
})

test('PROV-01 B-13 the role of a provider', () => expect(Provider.shape.userRole.value).toBe(1))
test('NAV-53 C-76 playback data goes to the Content tab', () =>
  expect(adminTabs(Role.Admin)[0]?.id).toBe('content'))
