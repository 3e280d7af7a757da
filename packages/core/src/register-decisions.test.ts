import { describe, expect, test } from 'vitest'
import {
  AssetType,
  adminTabs,
  areCredentials,
  Credentials,
  checkEventForm,
  checkNewProvider,
  checkTenant,
  DEFAULT_VERSION,
  durationChoices,
  EVENT_ENCODING_REFRESH,
  newEvent,
  newTenant,
  Provider,
  Role,
  ScheduledEvent,
  TenantDraft,
  toUrl,
} from './index.ts'
import { en } from './messages/en.ts'

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

  test('C-10 who signs in gives an e-mail and any password that isn’t blank', () => {
    expect(areCredentials({ email: 'a@b.co', password: 'x' })).toBe(true)
    expect(areCredentials({ email: 'a@b.co', password: ' ' })).toBe(false)
    expect(areCredentials({ email: 'nobody', password: 'x' })).toBe(false)
    expect(Credentials.safeParse({ email: 'a@b.co', password: '' }).success).toBe(false)
  })

  test('C-18 an address without a scheme gets https://', () =>
    expect(toUrl('example.com')).toBe('https://example.com'))

  test('C-34 a tenant’s schedule that nobody has set up differs from none', () => {
    const { connect } = TenantDraft.shape
    expect([connect.parse(null), connect.parse('none')]).toEqual([null, 'none'])
  })

  test('C-46 durations to choose: 1, 5, 10 and so on to 120', () =>
    expect(durationChoices).toEqual([1, ...Array.from({ length: 24 }, (_, nth) => 5 * (nth + 1))]))

  test('C-62 the category of an event is not the one of its class', () => {
    expect(newEvent.category).toBe('GX')
    expect(fields(checkEventForm({ ...newEvent, active: true }, false))).toContain('classCategoryId')
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
})

test('PROV-01 B-13 the role of a provider', () => expect(Provider.shape.userRole.value).toBe(1))
test('NAV-53 C-76 playback data goes to the Content tab', () =>
  expect(adminTabs(Role.Admin)[0]?.id).toBe('content'))
