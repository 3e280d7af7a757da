import { openAsBlob } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { checkImage, checkMediaFile, cleanImage, probeMedia } from '@kinora/core/media'
import type { CheckedPicture } from '../../ports/probe.ts'
import type { Answer, Asked } from './protocol.ts'

/** The entry of the worker: one file after the other. */
parentPort?.on('message', async (asked: Asked) => {
  const answer = await answerTo(asked).catch(
    (error: unknown): Answer => ({ kind: 'failed', message: String(error) }),
  )
  parentPort?.postMessage(answer)
})

/** The one word that nobody asked for. */
parentPort?.postMessage('ready')

async function answerTo(asked: Asked): Promise<Answer> {
  if ('picture' in asked) return { kind: 'picture', checked: await toChecked(asked) }
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

async function toChecked({ picture, as }: Extract<Asked, { picture: unknown }>): Promise<CheckedPicture> {
  const issues = checkImage(as, picture)
  if (issues.length > 0) return { issues }
  const clean = await cleanImage(picture.bytes)
  return clean === undefined ? { issues: [{ path: 'file', code: 'validation.fileFormat' }] } : { clean }
}
