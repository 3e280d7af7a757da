import { openAsBlob } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { checkMediaFile, checkPicture, probeMedia } from '@kinora/core/media'
import type { ProbeRequest, ProbeResponse } from './protocol.ts'

/** The entry of the worker: one file after the other. */
parentPort?.on('message', async (asked: ProbeRequest) => {
  const answer = await answerTo(asked).catch(
    (error: unknown): ProbeResponse => ({ kind: 'failed', message: String(error) }),
  )
  parentPort?.postMessage(answer)
})

/** The one word that nobody asked for. */
parentPort?.postMessage('ready')

async function answerTo(asked: ProbeRequest): Promise<ProbeResponse> {
  if ('picture' in asked) return { kind: 'picture', checked: await checkPicture(asked.as, asked.picture) }
  if ('document' in asked) {
    // Loaded with the first PDF: most threads never see one.
    const { checkDocument } = await import('./pdf.ts')
    return { kind: 'document', checked: await checkDocument(asked.document.name, asked.document.bytes) }
  }
  const { path, as } = asked
  const blob = await openAsBlob(path)
  if (as !== undefined) {
    const { issues, info } = await checkMediaFile(as.kind, { name: as.name, blob })
    return { kind: 'done', issues, duration: info?.duration }
  }
  const { issue, info } = await probeMedia(blob)
  return { kind: 'done', issues: issue === undefined ? [] : [issue], duration: info?.duration }
}
