import { describe, expect, test } from 'vitest'
import { type Cue, cuesOf, joinCues, parseWebVtt, shiftCues, shiftOf, splitCue, toCueText } from './index.ts'

const cue: Cue = { id: 'a', start: 2, end: 6, settings: 'align:start', text: 'Breathe in and out', line: 3 }

describe('CAPTION-06 editing captions', () => {
  test('a cue is split where the text is cut, at the time that is given or in the same share', () => {
    const [first, second] = splitCue(cue, 10)
    expect([first.text, second.text]).toEqual(['Breathe in', 'and out'])
    expect([first.start, first.end, second.start, second.end]).toEqual([2, 4.222, 4.222, 6])
    expect(second).toMatchObject({ id: '', settings: 'align:start' })
    expect(splitCue(cue, 10, 5)[0].end).toBe(5)
    expect(splitCue(cue, 0, 9)[0].end).toBe(2.4)
  })

  test('two cues are joined', () => {
    const [first, second] = splitCue(cue, 10)
    expect(joinCues(first, second)).toEqual({ ...cue, text: 'Breathe in\nand out' })
  })

  test('all are moved, and none starts before the video', () => {
    const file = parseWebVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\nNOTE x\n\n00:03.000 --> 00:04.000\nB')
    const times = (seconds: number) => cuesOf(shiftCues(file, seconds)).map(({ start, end }) => [start, end])
    expect(times(0.25)).toEqual([
      [1.25, 2.25],
      [3.25, 4.25],
    ])
    expect(times(-5)).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect([0.25, -0.5, -5].map(seconds => shiftOf(file, seconds))).toEqual([0.25, -0.5, -1])
    expect(shiftOf(shiftCues(file, -5), -1)).toBe(0)
    expect(shiftCues({ header: '', blocks: [] }, 3).blocks).toEqual([])
  })

  test('text can’t end its cue or begin another', () => {
    expect(toCueText(' a\r\n\r\n \nb --> c\n')).toBe('a\nb —› c')
  })
})
