import { checkRichText } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../core/src/kernel/testing/hostile-texts.ts'
import { sanitizeRichText } from './sanitize.ts'

describe('ROLE-15 sanitised text', () => {
  test.each([
    '<p>Wake <strong>up</strong> <em>slowly</em>, <u>breathe</u>.</p>',
    '<ul><li><p>Mat</p></li></ul><ol><li><p>Block<br>or book</p></li></ol>',
    '<p><a href="https://studio.test/a?b=1&amp;c=2">Studio</a> 1 &lt; 2</p>',
    'Heart rate < 130, <3, AT&T, &lt;',
  ])('keeps %s', text => expect(sanitizeRichText(text)).toBe(text))

  test('closes what was left open', () =>
    expect(sanitizeRichText('<p>One <em>two')).toBe('<p>One <em>two</em></p>'))

  test.each(hostileTexts)('leaves nothing of %s that isn’t allowed', text => {
    const clean = sanitizeRichText(text)
    expect(checkRichText(clean, 'classDescription')).toEqual([])
    expect(clean).not.toMatch(/alert\(1\).*>|javascript:|<[^>]*\bon\w+=/i)
  })
})
