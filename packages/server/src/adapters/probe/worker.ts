import { openAsBlob } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { checkMediaFile, probeMedia } from '@kinora/core/media'
import type { Answer, Asked } from './protocol.ts'

/** The entry of the worker: one file after the other. */
parentPort?.on('message', async (asked: Asked) => {
  const answer = await answerTo(asked).catch(
    (error: unknown): Answer => ({ kind: 'failed', message: String(error) }),
  )
  parentPort?.postMessage(answer)
})

async function answerTo({ path, as }: Asked): Promise<Answer> {
  const blob = await openAsBlob(path)
  if (as !== undefined) {
    const { issues, info } = await checkMediaFile(as.kind, { name: as.name, blob })
    return { kind: 'done', issues, duration: info?.duration }
  }
  const { issue, info } = await probeMedia(blob)
  return { kind: 'done', issues: issue === undefined ? [] : [issue], duration: info?.duration }
}
