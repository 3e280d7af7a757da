import { formatWebVtt, parseWebVtt } from '@kinora/core/webvtt'
import { type Measured, pairs, time } from './measure.ts'
import { installPeers } from './processes.ts'

const CUES = Number(process.env.KINORA_BENCH_CUES ?? 5000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)
/** Parsed so often in one measurement: once alone is too short. */
const TIMES = 10

/** A caption file parsed and checked, beside the parser of the format's own editor, which checks it as well. */
export async function parsingCaptions(): Promise<Measured[]> {
  if (!installPeers()) return []
  const { webvtt } = await import('./peers/webvtt.ts')
  const file = formatWebVtt({ header: '', blocks: Array.from({ length: CUES }, (_, nth) => cue(nth)) })
  const read = {
    ours: () => parseWebVtt(file).blocks,
    peer: () => new webvtt.WebVTTParser().parse(file).cues,
  }
  for (const cues of [read.ours(), read.peer()])
    if (cues.length !== CUES) throw new Error(`${cues.length} cues were read of ${CUES}`)
  const often = (act: () => unknown) => async () =>
    (await time(() => {
      for (let nth = 0; nth < TIMES; nth += 1) act()
    })) / TIMES
  const measured = await pairs(ROUNDS, often(read.ours), often(read.peer))
  const name = `captions with ${CUES.toLocaleString('en')} cues, parsed and checked`
  return [{ name, ...measured, peerName: 'webvtt-parser', limit: 1, unit: 'ms' }]
}

const cue = (nth: number) => ({
  ...{ kind: 'cue' as const, id: `${nth + 1}`, start: nth * 3, end: nth * 3 + 2.5, settings: 'line:90%' },
  ...{ text: `<v Ana>Breathe in &amp; out, <i>slowly</i>\n${nth} more to go.`, line: 0 },
})
