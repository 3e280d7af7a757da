import { type Measured, median } from './measure.ts'
import { installPeers } from './processes.ts'
import { resuming } from './upload-resume.ts'
import { openUploadRig, type Sent } from './upload-rig.ts'

const size = Number(process.env.KINORA_BENCH_UPLOAD_MIB ?? 256)
const rounds = Number(process.env.KINORA_BENCH_UPLOAD_ROUNDS ?? 3)

/**
 * A file of the command line to the real server, both as they are started by hand: every chunk verified on both sides
 * and durable before it is acknowledged. Beside it curl into a bare server that hashes and syncs, and tus.
 */
export async function uploading(): Promise<Measured[]> {
  if (!installPeers()) return []
  const rig = await openUploadRig()
  try {
    const path = await rig.media(size)
    const small = await rig.media(1)
    await rig.kinora(small)
    const start = (await rig.kinora(small)).client.peak
    const sent = { kinora: [] as Sent[], tus: [] as Sent[], curl: [] as Sent[] }
    for (let round = 0; round < rounds; round += 1) {
      sent.kinora.push(await rig.kinora(path))
      sent.tus.push(await rig.tus(path))
      sent.curl.push(await rig.curl(path))
    }
    const speed = (name: 'tus' | 'curl', peerName: string, limit: number): Measured => ({
      name: `upload of ${size} MiB by the command line`,
      ours: median(sent.kinora.map(each => each.milliseconds)),
      peer: median(sent[name].map(each => each.milliseconds)),
      peerName,
      limit,
      unit: 'ms',
      detail: `processor time ${cpu(sent.kinora)} s and ${cpu(sent[name])} s`,
    })
    const most = (of: (each: Sent) => number) => Math.max(...sent.kinora.map(of))
    return [
      speed('tus', 'tus-js-client with @tus/server, chunks of 4 MiB', 1),
      speed('curl', 'curl into a bare server, hashed and synced', 1 / 0.6),
      memory('command line', most(each => each.client.peak) - start, 80),
      memory(
        'server',
        most(each => each.serverAbove),
        120,
      ),
      ...(await resuming(rig, path, rounds)),
    ]
  } finally {
    await rig.close()
  }
}

const cpu = (sent: readonly Sent[]): string => median(sent.map(each => each.seconds)).toFixed(1)

const memory = (who: string, ours: number, peer: number): Measured => ({
  name: `memory of the ${who} above its start`,
  ours,
  peer,
  peerName: 'the limit',
  limit: 1,
  unit: 'MiB',
})
