import { describe, expect, test } from 'vitest'
import { checkRichText, fromRichText, hasNoWords, isRichText, toPlainText, toRichText } from './rich-text.ts'
import { hostileTexts } from './testing/hostile-texts.ts'

const codes = (text: string) => checkRichText(text, 'classDescription').map(({ code }) => code)

describe('ROLE-15 what formatted text may hold', () => {
  test.each([
    '<p>Wake <strong>up</strong> <em>slowly</em>, <u>breathe</u>.</p>',
    '<ul><li><p>Mat</p></li></ul><ol><li><p>Block<br>or book</p></li></ol>',
    '<p><a href="https://studio.test/a?b=1&amp;c=2">Studio</a> <a href="mailto:a@studio.test">us</a></p>',
    'Heart rate < 130, <3, 5 > 4, AT&T',
  ])('%s', text => expect(checkRichText(text, 'classDescription')).toEqual([]))

  test.each(hostileTexts)('refused: %s', text => {
    const issues = checkRichText(text, 'classDescription')
    expect(issues).toEqual([expect.objectContaining({ path: 'classDescription' })])
  })

  test('the issue names what was found', () => {
    const issue = checkRichText('Hello <script>x</script>', 'classDescription')[0]
    expect(issue).toMatchObject({ code: 'validation.markup', params: { found: '<script' } })
    expect(codes('<p><a href="javascript:x">y</a></p>')).toEqual(['validation.url'])
  })
})

describe('plain and formatted text', () => {
  test.each([
    ['<p>One</p><p>two</p>', 'One\ntwo'],
    [
      '<p>Bring:</p><ul><li><p>Mat</p></li><li><p>Water</p></li></ul><p>Go</p>',
      'Bring:\n• Mat\n• Water\n\nGo',
    ],
    ['<p>1 &lt; 2 &amp; <strong>3</strong></p>', '1 < 2 & 3'],
    ['plain &lt; as it is', 'plain &lt; as it is'],
    ['<p></p>', ''],
    ['<p>one\n \n two  three</p>', 'one two  three'],
    // Quadratic in the blanks, it would not end.
    [`<p>a${' '.repeat(500_000)}b</p>`, `a${' '.repeat(500_000)}b`],
  ])('the words of %.60s', (text, words) => expect(toPlainText(text)).toBe(words))

  test.each([
    ['', true],
    [' \n\u200b', true],
    ['<p></p>', true],
    ['<p><strong>\u00a0</strong><br></p><ul><li><p>&nbsp; </p></li></ul>', true],
    ['&nbsp;', false],
    ['<3', false],
    ['<p>&lt;</p>', false],
    ['<TBD>', false],
    ['<p><img src="a.png"></p>', false],
    ['<a href="https://a.test"></a><br />', true],
  ])('VAL-08 whether %j has no words: %s', (text, none) => expect(hasNoWords(text)).toBe(none))

  test.each(['', 'One line', 'Two\n\nparagraphs', '1 < 2 & 3 > 2', 'a &lt; b', 'two  spaces'])(
    'plain text stays what it is in an editor of formatted text: %j',
    text => expect(fromRichText(toRichText(text))).toBe(text),
  )

  test('formatting, and words that would be taken for it, stay formatted text', () => {
    const bold = '<p>Wake <strong>up</strong></p>'
    expect(fromRichText(toRichText(bold))).toBe(bold)
    expect(fromRichText('<p>a &lt;b</p>')).toBe('<p>a &lt;b</p>')
    expect(isRichText(fromRichText('<p>a &lt;b</p>'))).toBe(true)
  })
})
