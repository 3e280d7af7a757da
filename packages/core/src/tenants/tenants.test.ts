import { describe, expect, test } from 'vitest'
import { requiredBecause } from './requirements.ts'
import { checkTenant } from './rules.ts'
import { checkTenantId, newTenant, type TenantDraft, toTenantId } from './schema.ts'
import { nearestTimeZone, timeZones, utcOffsetOf } from './time-zones.ts'

const good: TenantDraft = {
  ...newTenant,
  ...{ name: 'Acme', customerNumber: 'K-1', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
  ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web'] },
}
const active = {
  isProviderActive: true,
  email: 'a@b.test',
  password: 'Secret-99',
  jwPlayerSiteId: 's',
  jwPlayerSecret: 'x',
}
const stored = {
  hasPassword: true,
  jwPlayerSecret: { endsWith: '', setAt: '2026-01-01' },
  isPlatformOwnedCategories: true,
}
const found = (draft: Partial<TenantDraft>, row?: Parameters<typeof checkTenant>[1]) =>
  checkTenant({ ...good, ...draft }, row).map(({ path, code }) => `${path} ${code}`)

describe('TENANT-02, C-33, C-90, C-130 the id of a tenant', () => {
  test.each([
    ['  Pulse\u00a0House\t2 ', 'pulsehouse2'],
    ['Ü\u0055\u0308', 'üü'],
    ['بيت النبض', 'بيتالنبض'],
    ['𝔸'.repeat(50), '𝔸'.repeat(40)],
  ])('%j', (name, id) => expect(toTenantId(name)).toBe(id))

  test.each([
    ...['a/b', 'a\\b', 'a?', '#a', '50%'].map(name => [name, 'tenant.idCharacter']),
    ['a\u0007b', 'tenant.idControl'],
    ...['.', '..', 'Publishing', 'Site Terms', 'general settings', 'web settings', 'mobileSettings'].map(
      name => [name, 'tenant.idReserved'],
    ),
  ])('%j is refused: %s', (name, code) => {
    expect(found({ name: name! })).toEqual([`name ${code}`])
    const own = checkTenantId(toTenantId(name!), 'tenantId').map(issue => `${issue.path} ${issue.code}`)
    expect(own).toEqual([`tenantId ${code!.replace('.id', '.idGiven')}`])
  })
})

describe('CONST-16 TENANT-07, TENANT-08, TENANT-09, TENANT-13 general settings', () => {
  test.each<[string, Partial<TenantDraft>, string[]]>([
    ['nothing wrong', {}, []],
    ['no name', { name: ' ' }, ['name validation.required']],
    ['no customer number', { customerNumber: '' }, ['customerNumber validation.required']],
    ['no product', { activatedProducts: [] }, ['activatedProducts validation.required']],
    ['no zone', { timeZoneInfo: { offsetName: '' } }, ['timeZoneInfo.offsetName tenant.zoneRequired']],
    [
      'an offset as zone',
      { timeZoneInfo: { offsetName: '+01:00' } },
      ['timeZoneInfo.offsetName tenant.zoneUnknown'],
    ],
    [
      'no language',
      { languageCodes: [], languageTag: '' },
      ['languageCodes validation.required', 'languageTag validation.required'],
    ],
    [
      'a language that nobody authors in',
      { languageCodes: ['en-GB', 'tlh'] },
      ['languageCodes validation.language'],
    ],
    ['a default that is not supported', { languageTag: 'de-DE' }, ['languageTag tenant.defaultLanguage']],
    [
      'provider active and nothing else',
      { isProviderActive: true },
      ['email', 'password', 'jwPlayerSiteId', 'jwPlayerSecret'].map(path => `${path} validation.required`),
    ],
    ['provider active with all', active, []],
    ['a bad e-mail', { email: 'a@b' }, ['email validation.email']],
    ['a weak password', { ...active, password: 'secret99' }, ['password validation.passwordTenant']],
  ])('%s', (_, draft, issues) => expect(found(draft)).toEqual(issues))

  test('C-66, C-124 a stored password and secret may be left blank; a removed secret is missing', () => {
    const draft = { ...active, password: '', jwPlayerSecret: '', isPlatformOwnedCategories: true }
    expect(found(draft, stored)).toEqual([])
    expect(found({ ...draft, jwPlayerSecret: null }, stored)).toEqual(['jwPlayerSecret validation.required'])
  })

  test('TENANT-06, C-35 owned categories go one way', () => {
    expect(found({ isPlatformOwnedCategories: false }, stored)).toEqual([
      'isPlatformOwnedCategories tenant.ownedCategories',
    ])
    expect(
      found({ isPlatformOwnedCategories: true }, { ...stored, isPlatformOwnedCategories: false }),
    ).toEqual([])
  })

  test('the form is told why a field is required', () => {
    const facts = { isProviderActive: true, siteSourceType: 'sub', hasStripe: true } as const
    expect(requiredBecause('general', 'email', facts)).toBe('providerActive')
    expect(requiredBecause('general', 'email', { ...facts, isProviderActive: false })).toBeUndefined()
    expect(requiredBecause('web', 'pricingTableId', facts)).toBe('stripeSub')
  })
})

test('TENANT-34, C-97 the offset of a zone changes with daylight saving', () => {
  const [winter, summer] = [new Date('2026-01-15'), new Date('2026-07-15')]
  expect([winter, summer].map(at => utcOffsetOf('Europe/Berlin', at))).toEqual(['+01:00', '+02:00'])
  expect(utcOffsetOf('Asia/Kolkata', winter)).toBe('+05:30')
  expect(utcOffsetOf('Etc/UTC', winter)).toBe('+00:00')
})

describe('C-97 time zones are one list, found by old names and cities', () => {
  test('UTC comes first; today’s names stand for those that a runtime lists, and each can be used', () => {
    const zones = timeZones()
    const names = zones.map(({ name }) => name)
    expect(names[0]).toBe('UTC')
    expect(names).toEqual(
      expect.arrayContaining(['Europe/Kyiv', 'Asia/Kolkata', 'America/Nuuk', 'Europe/Berlin']),
    )
    for (const old of ['Europe/Kiev', 'Asia/Calcutta', 'America/Godthab']) expect(names).not.toContain(old)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, aliases } of zones)
      for (const alias of aliases)
        expect([alias, utcOffsetOf(alias, new Date(0))]).toEqual([alias, utcOffsetOf(name, new Date(0))])
  })
  test.each([
    ['Kyiv', 'Europe/Kyiv'],
    ['kiev', 'Europe/Kyiv'],
    ['Calcutta', 'Asia/Kolkata'],
    ['new york', 'America/New_York'],
    ['Zulu', 'UTC'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['+01:00', undefined],
  ])('%s means %s', (written, zone) => expect(nearestTimeZone(written)).toBe(zone))
  test('a city is refused with the name of its zone', () =>
    expect(checkTenant({ ...good, timeZoneInfo: { offsetName: 'Kyiv' } })).toMatchObject([
      { code: 'tenant.zoneUnknown', params: { zone: 'Kyiv', near: 'Europe/Kyiv' } },
    ]))
})
