import { cuesOf, parseWebVtt } from '@kinora/core/webvtt'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'

interface Shown {
  id: string
  start: number
  end: number
  text: string
}

/** What the browser's own parser makes of a file. */
function shownBy(text: string): Promise<Shown[] | 'refused'> {
  const track = document.createElement('track')
  const video = document.createElement('video')
  track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
  video.append(track)
  track.track.mode = 'hidden'
  return new Promise(resolve => {
    track.onerror = () => resolve('refused')
    track.onload = () =>
      resolve(
        ([...track.track.cues!] as VTTCue[]).map(({ id, startTime, endTime, text }) => ({
          ...{ id: idOf(id), text },
          start: startTime,
          end: endTime,
        })),
      )
  })
}

/** A cue right under STYLE or REGION is named so by the standard; Chromium drops that name. */
const idOf = (id: string): string => (/^(?:STYLE|REGION)[ \t\f]*$/.test(id) ? '' : id)

/** After times that it can't read, and after STYLE or REGION inside a block, Chromium takes names from the wrong lines. */
const isMisnamed = (file: string): boolean =>
  /[^\r\n](?:\r\n|[\r\n])(?:STYLE|REGION)[ \t\f]*$/m.test(file) ||
  parseWebVtt(file).problems.some(({ code }) => code === 'webvtt.times')

/** Browsers list cues by time. */
function shownByUs(text: string): Shown[] | 'refused' {
  const read = parseWebVtt(text)
  if (read.problems.some(({ code }) => code === 'webvtt.signature')) return 'refused'
  return cuesOf(read)
    .map(({ id, start, end, text }) => ({ id: idOf(id), start, end, text }))
    .sort((a, b) => a.start - b.start || b.end - a.end)
}

const line = fc.oneof(
  { arbitrary: fc.constant(''), weight: 4 },
  {
    arbitrary: fc
      .tuple(fc.nat({ max: 5 }), fc.nat({ max: 70 }), fc.nat({ max: 9 }))
      .map(([from, to, end]) => `00:0${from}.000 --> 00:${String(to).padStart(2, '0')}.00${end}`),
    weight: 3,
  },
  fc.constantFrom(
    ...[
      'Hello',
      '  there',
      'NOTE',
      'NOTE said',
      'STYLE',
      'STYLE ',
      'REGION',
      'WEBVTT',
      '::cue {}',
      'a\tb',
      '-->',
    ],
    ...[
      'foo-->',
      '-->foo',
      '1:00:00.000 --> 100:00:01.000',
      '1:00.000 --> 00:02.000',
      '00:00.00 --> 00:01.000',
    ],
    ...['00:00.000-->00:01.000', ' \t00:00.000\t-->\t00:01.000 line:0', '00:00.000 --> 00:01.000align:start'],
    ...[
      '00:00.000 --> 00:01.0000',
      '00:00.000 --> 00:01.000.',
      '-00:00.000 --> 00:01.000',
      'id',
      '<i>',
      '\0',
    ],
    ...[
      '00:00.000 -- > 00:01.000',
      '00:60.000 --> 01:00.000',
      '60:00.000 --> 61:00.000',
      '\f00:01.000 --> 00:03.000',
    ],
  ),
)
/** The header ends as it should: where it doesn't, Chromium takes its last line for the name of a cue, and the standard doesn't. */
const text = fc
  .tuple(
    fc.constantFrom(
      'WEBVTT',
      'WEBVTT',
      'WEBVTT',
      '\uFEFFWEBVTT',
      'WEBVTT Class',
      'WEBVTT\tx',
      'WEBVTTx',
      ' WEBVTT',
      '',
    ),
    fc.array(line, { maxLength: 14 }),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([first, lines, end]) => [first, '', ...lines].join(end))

describe('CAPTION-05 core reads WebVTT', () => {
  test('as this browser does: the same cues, in whatever order files hold lines', async () => {
    const timesOf = (cues: Shown[] | 'refused') =>
      cues === 'refused' ? cues : cues.map(({ id: _, ...cue }) => cue)
    for (const files of fc.sample(fc.array(text, { minLength: 40, maxLength: 40 }), 10)) {
      const shown = await Promise.all(files.map(shownBy))
      for (const [index, file] of files.entries())
        if (isMisnamed(file))
          expect(timesOf(shownByUs(file)), JSON.stringify(file)).toEqual(timesOf(shown[index]!))
        else expect(shownByUs(file), JSON.stringify(file)).toEqual(shown[index])
    }
  })
})
