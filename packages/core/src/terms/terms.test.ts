import { describe, expect, test } from 'vitest'
import { toWire } from '../kernel/wire.ts'
import { terms } from './endpoints.ts'
import { fitTerms, languageOfTerms, toTermsVersions } from './rules.ts'
import type { TermsFile } from './schema.ts'

const codes = ['en-GB', 'en-US', 'de-DE', 'fr-CH']

describe('TERMS-02 the language of a file', () => {
  test.each([
    ['terms.de-DE.html', 'de-DE'],
    ['Terms_de_de.HTML', 'de-DE'],
    ['de.html', 'de-DE'],
    ['terms-fr.html', 'fr-CH'],
    ['terms.fr-FR.html', undefined],
    ['terms.en.html', undefined],
    ['terms.en-US.html', 'en-US'],
    ['terms.html', undefined],
    ['terms.de-DE.htm', undefined],
  ])('%s is that of %s', (name, tag) => expect(languageOfTerms(name, codes)).toBe(tag))
})

test('28.3 one set for many tenants: each takes the files in its languages, and lacks the others', () => {
  const set = [{ name: 'terms.de-DE.html' }, { name: 'en-GB.html' }, { name: 'agb.html' }]
  const names = (languageCodes: string[]) => {
    const { files, lacking, unused } = fitTerms(set, languageCodes, ({ name }) =>
      name === 'agb.html' ? 'de-AT' : undefined,
    )
    return [Object.keys(files), lacking, unused.map(({ name }) => name)]
  }
  expect(names(['de-DE', 'en-GB'])).toEqual([['de-DE', 'en-GB'], [], ['agb.html']])
  expect(names(['de-AT', 'fr-FR'])).toEqual([['de-AT'], ['fr-FR'], ['terms.de-DE.html', 'en-GB.html']])
})

test('TERMS-04, TERMS-05 what is read names the one kind of consent', () => {
  const one = { tenantId: 'oasis', languageCode: 'de-DE', versionnumber: 2 }
  expect([toWire(terms.versions, { tenantId: 'oasis' }), toWire(terms.download, one)]).toMatchObject([
    { target: '/api/consentpolicy/version?consentType=tnc&tenantId=oasis' },
    {
      target:
        '/api/v2/consentpolicy/download?consentType=tnc&tenantId=oasis&languageCode=de-DE&versionnumber=2',
    },
  ])
})

test('TERMS-03, C-108 the files of all languages travel as parts of one form', () => {
  const files = { 'de-DE': new File(['<p>'], 'a.html') }
  const wire = toWire(terms.upload, {
    tenantId: 'oasis',
    title: 'T',
    files,
    filenames: { 'de-DE': 'b.html' },
  })
  expect([wire.headers, wire.body]).toEqual([
    { tenantId: 'oasis' },
    [
      ['PolicyType', 'tnc'],
      ['Title', 'T'],
      ['filename_de-DE', 'b.html'],
      ['file_de-DE', files['de-DE']],
    ],
  ])
})

test('TERMS-05, TERMS-07 rows by version, the newest first, with what changed', () => {
  const row = (version: number, languageCode: string, digest: string): TermsFile => ({
    ...{ version, languageCode, digest, title: `No. ${version}`, size: 1 },
    ...{ createdDate: '2026-11-20T09:00:00', filename: `${languageCode}.html` },
  })
  const rows = [row(1, 'de-DE', 'a'), row(1, 'en-GB', 'b'), row(2, 'de-DE', 'c'), row(2, 'en-GB', 'b')]
  expect(toTermsVersions(rows).map(({ version, title, changed }) => [version, title, changed])).toEqual([
    [2, 'No. 2', ['de-DE']],
    [1, 'No. 1', undefined],
  ])
})
