import assert from 'node:assert/strict'
import type { FaultCase } from '../cases.ts'
import { prove } from '../proof.ts'
import { type FaultName, faults } from '../proxy.ts'
import { newName, uploadArgs } from './kills.ts'

const quick: ReadonlySet<FaultName> = new Set([
  'answer swallowed',
  'request cut off in the middle',
  'request delivered twice at once',
  'request delivered late, after the next one',
  'bytes damaged on the way',
])

/** Each fault of the line at a random chunk and once more at the last one, whose answer carries the proof. */
const lineCase = (fault: FaultName): FaultCase => ({
  name: `UPLOAD-08, UPLOAD-28, UPLOAD-29 ${fault}`,
  quick: quick.has(fault),
  async run(rig) {
    const media = await rig.media(5)
    const name = newName(rig, 'Faulty line')
    const chunks = [rig.random.between(1, media.chunks - 1), media.chunks]
    rig.proxy.begin(({ chunk, times }) =>
      chunk !== undefined && times === 1 && chunks.includes(chunk) ? faults[fault] : undefined,
    )
    const { code, stderr } = await rig.command(uploadArgs(media, name, rig.role), {
      KINORA_STALL_SECONDS: '3',
    }).done
    assert.equal(code, 0, stderr)
    return prove(
      rig,
      name,
      media,
      chunks.map(chunk => `${fault} (chunk ${chunk})`),
    )
  },
})

const storm: FaultCase = {
  name: 'UPLOAD-08, UPLOAD-29 a storm: every second sending meets a random fault',
  async run(rig) {
    const media = await rig.media(6)
    const name = newName(rig, 'Storm')
    const met: string[] = []
    const names = (Object.keys(faults) as FaultName[]).filter(fault => !fault.includes('silence'))
    let sendings = 0
    rig.proxy.begin(({ chunk }) => {
      if (chunk === undefined || sendings++ % 2 === 1) return undefined
      const fault = names[rig.random.between(0, names.length - 1)]!
      met.push(fault)
      return faults[fault]
    })
    const { code, stderr } = await rig.command(uploadArgs(media, name, rig.role)).done
    assert.equal(code, 0, stderr)
    return prove(rig, name, media, met)
  },
}

export const lineCases: readonly FaultCase[] = [...(Object.keys(faults) as FaultName[]).map(lineCase), storm]
