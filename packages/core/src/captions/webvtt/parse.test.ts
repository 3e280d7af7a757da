import { describe, expect, test } from 'vitest'
import { webVttTexts } from '../../messages/captions.ts'
import { fillText } from '../../messages/catalogue.ts'
import { cuesOf, formatTimestamp, formatWebVtt, parseWebVtt, readWebVtt } from './index.ts'
import { vttProblem } from './problem.ts'

const file = (...lines: string[]) => ['WEBVTT', '', ...lines].join('\n')
const words = (text: string) =>
  parseWebVtt(text).problems.map(
    ({ code, line, value, severity }) =>
      `${severity}: ${fillText(webVttTexts[code], { line, ...(value !== undefined && { value }) })}`,
  )

describe('CAPTION-05 a WebVTT file is read as browsers read it', () => {
  test('cues with name, times, settings and text; comments, styles and regions stay', () => {
    const read = parseWebVtt(
      [
        '\uFEFFWEBVTT Class 1',
        'Kind: captions',
        '',
        'STYLE',
        '::cue { color: lime }',
        '',
        'NOTE said by Jo',
        '',
        'intro',
        '00:01.000 --> 00:02.500 align:start line:0',
        'Hello',
        '<i>there</i>',
        '',
        '',
        '100:00:00.000 --> 100:00:01.000',
        'End',
      ].join('\r\n'),
    )
    expect(read).toEqual({
      header: 'Class 1\nKind: captions',
      format: 'vtt',
      problems: [],
      blocks: [
        { kind: 'style', text: 'STYLE\n::cue { color: lime }' },
        { kind: 'note', text: 'NOTE said by Jo' },
        {
          ...{ kind: 'cue', id: 'intro', start: 1, end: 2.5, settings: 'align:start line:0', line: 10 },
          text: 'Hello\n<i>there</i>',
        },
        { kind: 'cue', id: '', start: 360_000, end: 360_001, settings: '', text: 'End', line: 15 },
      ],
    })
  })

  test.each([
    [
      'WEBVTTX\n\n00:00.000 --> 00:01.000\nHi',
      ['error: Line 1: write WEBVTT as the first line of the file.'],
    ],
    [
      file('00:00:01,000 --> 00:00:02,000', 'Hi'),
      ['error: Line 3: “00:00:01,000” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.'],
    ],
    [
      file('00:00.000 --> 00:61.000 align:start', 'Hi'),
      ['error: Line 3: “00:61.000” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.'],
    ],
    [file('00:02.000 --> 00:02.000', 'Hi'), ['error: Line 3: the caption must end after it starts.']],
    [
      file('00:00.000 --> 00:01.000', 'Hi', '', 'and bye'),
      [
        'error: Line 6: “and bye” has no times. Add a line such as 00:00:05.000 --> 00:00:08.000 above it, or delete the empty line before it.',
      ],
    ],
    [
      file('1', '00:00.000 -> 00:01.000', 'Hi', '', '00:01.000 --&gt; 00:02.000 line:0', 'Bye'),
      [
        'error: Line 4: write --> between the times, in “00:00.000 -> 00:01.000”.',
        'error: Line 7: write --> between the times, in “00:01.000 --&gt; 00:02.000 line:0”.',
      ],
    ],
    [
      file('00:00.000 --> 00:01.000', '1', '2 < 3'),
      ['error: Line 5: “< 3” begins a tag that doesn’t end. Write &lt; for the character itself.'],
    ],
    [
      file('00:00.000 --> 00:01.000', '<v.loud Jo>Hi</v> <00:00.500><font color="red">you'),
      [
        'warning: Line 4: <font color="red"> is not a WebVTT tag. Delete it, or write &lt; for the character itself.',
      ],
    ],
    [
      'WEBVTT\n00:00.000 --> 00:01.000\nHi\n00:01.000 --> 00:02.000\nBye',
      [
        'warning: Line 2: add an empty line above the times.',
        'warning: Line 4: add an empty line above the times.',
      ],
    ],
    [
      file(
        '00:05.000 --> 00:06.000 line:101% size:50% constructor:x',
        'Hi',
        '',
        '00:00.000 --> 00:01.000',
        '',
        'STYLE',
        '::cue {}',
      ),
      [
        'warning: Line 3: players ignore the setting “line:101%”. Correct or delete it.',
        'warning: Line 3: players ignore the setting “constructor:x”. Correct or delete it.',
        'warning: Line 6: the caption has no text.',
        'warning: Line 6: the caption starts before the one above it. Move it up.',
        'warning: Line 8: players ignore STYLE below a caption. Move it to the top of the file.',
      ],
    ],
    [
      'WEBVTT\n',
      [
        'error: The file has no captions. Add one, such as 00:00:05.000 --> 00:00:08.000 with its text below.',
      ],
    ],
  ])('%j is told with its line and how to mend it', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  test('another encoding is told with its line', () => {
    const bytes = Uint8Array.from(file('00:00.000 --> 00:01.000', 'H\xe9'), letter => letter.charCodeAt(0))
    expect(readWebVtt(bytes).problems).toEqual([{ code: 'webvtt.encoding', line: 4, severity: 'error' }])
    expect(readWebVtt(new TextEncoder().encode(file('00:00.000 --> 00:01.000', 'Hé'))).problems).toEqual([])
  })

  test('is written so that it reads as it was', () => {
    const text = [
      'WEBVTT Class 1\n',
      'NOTE\nby Jo\n',
      'intro\n00:00:01.000 --> 00:00:02.500 align:start\nHello\nthere\n',
      '01:00:00.000 --> 01:00:00.999\nEnd\n',
    ].join('\n')
    expect(formatWebVtt(parseWebVtt(text))).toBe(text)
    expect(cuesOf(parseWebVtt(formatWebVtt({ header: 'a\nb', blocks: [] })))).toEqual([])
    expect(formatTimestamp(3599.9996)).toBe('01:00:00.000')
  })

  test('a long value is shortened by signs, none of them cut in half', () => {
    const { value } = vttProblem('webvtt.setting', 3, `${'a'.repeat(38)}🧘🏽‍♀️${'b'.repeat(500)}`)
    expect(value).toBe(`${'a'.repeat(38)}🧘🏽‍♀️…`)
  })

  test('ends soon whatever the file holds', () => {
    const begins = ['<'.repeat(200_000), '-->'.repeat(100_000), '\n'.repeat(300_000), 'a\n'.repeat(100_000)]
    for (const begin of begins) {
      const { problems } = parseWebVtt(file('00:00.000 --> 00:01.000', begin))
      expect(problems.length).toBeLessThanOrEqual(100)
    }
  })
})
