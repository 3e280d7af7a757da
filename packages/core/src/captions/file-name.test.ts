import { expect, test } from 'vitest'
import { languageInName } from './rules.ts'

test.each([
  ['class.en-GB.vtt', 'en-GB'],
  ['class_de_ch.VTT', 'de-CH'],
  ['class-de.vtt', 'de-DE'],
  ['class.sv.vtt', 'sv-SE'],
  ['class.en.vtt', undefined],
  ['class.de-AT.vtt', undefined],
  ['warm-up.vtt', undefined],
  ['sv.vtt', undefined],
])('CAPTION-01 %s is in %s', (name, language) => {
  expect(languageInName(name)).toBe(language)
})
