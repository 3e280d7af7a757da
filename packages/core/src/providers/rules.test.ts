import { describe, expect, test } from 'vitest'
import { checkNewProvider, checkProviderChange, toPhoneNumber } from './rules.ts'

const good = { name: 'Lake', contact: 'Nora W.', email: 'nora@lake.test', password: 'reels' }
const found = (issues: readonly { path: string; code: string }[]) =>
  issues.map(({ path, code }) => `${path} ${code}`)
const jw = { mediaPlatform: 1, jwPlayerSiteId: 'site-1', jwPlayerSecret: 'secret' } as const

describe('CONST-16 PROV-02 to PROV-07 a provider', () => {
  test.each([
    ['with what it needs', {}, []],
    ['with JW Player', jw, []],
    ['without a name', { name: ' ' }, ['name required.name']],
    ['C-09 with a contact of four', { contact: 'Nora' }, ['contact provider.contactShort']],
    ['VAL-08 with one that nobody sees', { contact: '\u200b'.repeat(6) }, ['contact provider.contactShort']],
    ['C-09 with a contact of five', { contact: 'Nora ' + 'W' }, []],
    ['with a phone number that ends in a letter', { phoneNumber: '+44 x' }, ['phoneNumber validation.phone']],
    ['without a phone number', { phoneNumber: null }, []],
    ['C-09 with a secret of four', { ...jw, jwPlayerSecret: 'four' }, ['jwPlayerSecret provider.jwSecret']],
    ['with a secret and no JW Player', { jwPlayerSecret: 'secret' }, ['jwPlayerSecret provider.jwUnused']],
    ['with a password of four', { password: 'reel' }, ['password validation.passwordProvider']],
    ['with no e-mail', { email: 'a@b' }, ['email validation.email']],
  ])('%s', (_, more, issues) => {
    expect(found(checkNewProvider({ ...good, ...more }))).toEqual(issues)
  })

  const stored = { mediaPlatform: 1, jwPlayerSiteId: 'site-1', hasJwPlayerSecret: true } as const
  test.each([
    ['C-124 a blank secret stays', { jwPlayerSecret: '', contact: 'Somebody' }, []],
    [
      'C-124 null removes it, which JW Player needs',
      { jwPlayerSecret: null },
      ['jwPlayerSecret provider.jwSecret'],
    ],
    ['C-124 without JW Player it may go', { mediaPlatform: 0, jwPlayerSecret: null }, []],
    ['C-99 a blank password stays', { password: '' }, []],
    ['C-99 a new one follows the rule', { password: 'reel' }, ['password validation.passwordProvider']],
    ['PROV-06 a site id that goes', { jwPlayerSiteId: '' }, ['jwPlayerSiteId provider.jwSite']],
  ] as const)('stored: %s', (_, change, issues) => {
    expect(found(checkProviderChange(change, stored))).toEqual(issues)
  })

  test.each([
    [' +44 20 7946 0018 ', '+442079460018'],
    ['  ', null],
    [null, null],
  ])('PROV-05 %j is stored as %j', (given, kept) => expect(toPhoneNumber(given)).toBe(kept))
})
