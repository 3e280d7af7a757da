import { describe, expect, test } from 'vitest'
import { webVttTexts } from '../../messages/captions.ts'
import { fillText } from '../../messages/catalogue.ts'
import { formatWebVtt, readCaptionFile, toStoredFile, toVttIssue } from './index.ts'

const read = (text: string, use = {}) => readCaptionFile(new Blob([text]), use)
const wordsOf = async (text: string, use = {}) =>
  (await read(text, use)).problems.map(problem =>
    fillText(webVttTexts[problem.code], toVttIssue(problem).params),
  )
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('\n\n')}\n`

describe('CAPTION-05 what other formats say is stored as WebVTT', () => {
  test.each([
    [
      'srt',
      '\uFEFF1\r\n00:00:01,000 --> 00:00:03,000\r\nBreathe <I>in</I> & <font color="red">out</font>\r\n\r\n2\r\n00:00:03,5 --> 00:00:04,000 X1:1 X2:2\r\n{\\an8}5 < 6\r\n\r\n10\r\n\r\nmore\r\n',
      vtt(
        '00:00:01.000 --> 00:00:03.000\nBreathe <i>in</i> &amp; out',
        '00:00:03.500 --> 00:00:04.000 line:0\n5 &lt; 6\n10\nmore',
      ),
    ],
    [
      'srt',
      '00:00:03,000 --> 00:00:04,000\nlate\n00:00:01,000 --> 00:00:02,000\nearly',
      vtt('00:00:01.000 --> 00:00:02.000\nearly', '00:00:03.000 --> 00:00:04.000\nlate'),
    ],
    [
      'sbv',
      '0:00:01.000,0:00:03.000\nBreathe in[br]slowly\n\n0:00:03.000,0:00:04.250\nOut\n',
      vtt('00:00:01.000 --> 00:00:03.000\nBreathe in\nslowly', '00:00:03.000 --> 00:00:04.250\nOut'),
    ],
    [
      'ttml',
      `<?xml version="1.0"?><!-- <p>no</p> -->
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" ttp:frameRate="25" ttp:tickRate="10000000"><tt:head><tt:title>T</tt:title></tt:head>
<tt:body begin="1s"><tt:div>
<tt:p begin="00:00:01.500" end="00:00:02.000">Breathe<tt:br/>
   in &amp; out &#x263A; <![CDATA[<b>]]></tt:p>
<tt:p begin="00:00:03:05" dur='500ms'><tt:span>Rest</tt:span></tt:p>
<tt:p><tt:span begin="50000000t" end="6s">one</tt:span> <tt:span begin="6s" end="7s">two</tt:span></tt:p>
<tt:p begin="8s" end="9s"/>
</tt:div></tt:body></tt:tt>`,
      vtt(
        '00:00:02.500 --> 00:00:03.000\nBreathe\nin &amp; out ☺ &lt;b&gt;',
        '00:00:04.200 --> 00:00:04.700\nRest',
        '00:00:06.000 --> 00:00:07.000\none',
        '00:00:07.000 --> 00:00:08.000\ntwo',
      ),
    ],
  ])('%s %#', async (format, text, expected) => {
    const found = await read(text)
    expect([found.format, found.problems.filter(({ severity }) => severity === 'error')]).toEqual([
      format,
      [],
    ])
    expect(formatWebVtt(found)).toBe(expected)
    expect(await toStoredFile(new Blob([text]), found).text()).toBe(expected)
  })

  test('all that is wrong is told at once, by the lines of the file as it is', async () => {
    expect(
      await wordsOf(
        '1\n00:00:61,000 --> 00:00:03,000\nlost\n\n2\n00:00:03,000 -> 00:00:04,000\nlost\n\n3\n00:00:05,000 --> 00:00:04,000\nBye\uFFFD\n',
      ),
    ).toEqual([
      'Line 2: “00:00:61,000 --> 00:00:03,000” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.',
      'Line 6: write --> between the times, in “00:00:03,000 -> 00:00:04,000”.',
      'Line 10: the caption must end after it starts.',
      'Line 11: save the file as UTF-8. It has characters in another encoding.',
    ])
    expect(await wordsOf('<tt>\n<p begin="1">a</p>\n<p>b</p></tt>')).toEqual([
      'Line 2: “a” has no times that can be read. Write begin="00:00:05.000" end="00:00:08.000".',
      'Line 3: “b” has no times that can be read. Write begin="00:00:05.000" end="00:00:08.000".',
    ])
    expect(await wordsOf('Class 1\n\n00:02.000 --> 00:01.000\nHi\n\nLost')).toEqual([
      'Line 1: write WEBVTT as the first line of the file.',
      'Line 3: the caption must end after it starts.',
      'Line 6: “Lost” has no times. Add a line such as 00:00:05.000 --> 00:00:08.000 above it, or delete the empty line before it.',
    ])
    expect(await wordsOf('0:00:01.000,0:00:03.000\n\nok\n\n0:00:02.000,0:70:03.000\nlost\n')).toEqual([
      'Line 5: “0:00:02.000,0:70:03.000” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.',
    ])
  })

  test('ends soon whatever the file holds', async () => {
    for (const begin of ['<tt>', '1\n00:00:01,000 --> 00:00:02,000\n', '0:00:01.000,0:00:02.000\n'])
      for (const part of [
        '<!--',
        '<p ',
        '<p begin="1s">',
        '{\\',
        '&',
        '<font ',
        '-->',
        '1\n',
        '00:00:01,000 ',
        '\n',
      ])
        expect((await read(begin + part.repeat(50_000))).problems.length).toBeLessThanOrEqual(101)
  })
})

describe('CAPTION-05 TTML that is odd, cut or hostile', () => {
  const ttml = (body: string, root = '') => `<tt ${root}><body><div>${body}</div></body></tt>`
  const cue = '<p begin="00:00:05.0" end="00:00:06.0">ok</p>'

  test.each(['frameRate="0"', 'frameRate="x"', 'frameRateMultiplier="1000 0"', 'tickRate="0"'])(
    'a rate that is none is the default: %s',
    async rate => expect(await wordsOf(ttml(cue, rate))).toEqual([]),
  )
  test('what is cut off is said, and nothing is taken for whole', async () => {
    const cut = 'Line 1: the TTML file is cut off or damaged. Export it again.'
    expect(await wordsOf(ttml(`${cue}<!-- cut ${cue}`))).toContain(cut)
    expect(await wordsOf(`<tt><body><div>${cue}<p begin="7s" end="8s">thr`)).toContain(cut)
  })
  test('elements within each other a thousand times are refused', async () => {
    const deep = `<tt><p>${'<i>'.repeat(30_000)}${'<span end="1s"></span>'.repeat(30_000)}`
    expect((await read(deep)).problems.length).toBeGreaterThan(0)
  })
})

describe('CAPTION-05 captions know how long their title is', () => {
  const hour = vtt('01:00:01.000 --> 01:00:02.000\nFirst', '01:00:06.000 --> 01:00:07.000\nSecond')

  test('words after its end are told, with the shift by which all are seen', async () => {
    expect(await wordsOf(hour, { length: 6 })).toEqual([
      'Line 3: 2 captions start after the title ends (00:00:06), the first at 01:00:01.000. Shift all captions by -3600 seconds.',
    ])
    const late = vtt('00:01.000 --> 00:02.000\nFirst', '01:00:06.000 --> 01:00:07.000\nSecond')
    expect(await wordsOf(late, { length: 3603 })).toEqual([
      'Line 6: 1 caption starts after the title ends (01:00:03), at 01:00:06.000. Shift or delete it.',
    ])
    expect(await wordsOf(hour, { length: 3 })).toEqual([
      'Line 3: 2 captions start after the title ends (00:00:03), the first at 01:00:01.000. Shift or delete them.',
    ])
    expect((await read(hour, { length: 6 })).problems[0]!.severity).toBe('error')
    for (const length of [0, undefined, 3606]) expect(await wordsOf(hour, { length })).toEqual([])
  })

  test('shifted, they are stored so; else their bytes stay as they came', async () => {
    const file = new Blob([hour])
    const moved = await readCaptionFile(file, { length: 6, shift: -3600 })
    expect(moved.problems).toEqual([])
    expect(await toStoredFile(file, moved, -3600).text()).toBe(
      vtt('00:00:01.000 --> 00:00:02.000\nFirst', '00:00:06.000 --> 00:00:07.000\nSecond'),
    )
    expect(toStoredFile(file, await readCaptionFile(file))).toBe(file)
  })
})
