import { pdfIssue } from '@kinora/core'
import { MediaError } from '../../ports/media.ts'
import type { ProbePort } from '../../ports/probe.ts'
import type { ProbeRequest, ProbeResponse } from './protocol.ts'
import { createWorkerPool } from './worker-pool.ts'

export interface ProbeOptions {
  /** Milliseconds of processor time that looking at a file may take: a film of hours takes one second, a hostile file as long as it is let. */
  cpuLimit?: number
  /** Files at once, and as many pictures. */
  atOnce?: number
}

/** Milliseconds of processor time that looking at a picture may take: a large photograph takes half a second, and a person waits for it. */
const IMAGE_CPU_LIMIT = 10_000

/** The same of a PDF: one with a hundred pages takes a tenth of a second, a hostile one as long as it is let. */
const DOCUMENT_CPU_LIMIT = 15_000

interface Turn {
  signal: AbortSignal | undefined
  owner?: string | undefined
}

type Done = Extract<ProbeResponse, { kind: 'done' }>

/** Probes in threads of their own, which are ended where a file takes them too long or too much memory. */
export function createProbe({ cpuLimit = 60_000, atOnce = 2 }: ProbeOptions = {}): ProbePort {
  const files = createWorkerPool(atOnce)
  // Of their own, so that no picture waits for a film.
  const pictures = createWorkerPool(atOnce)
  const ask = async (asked: ProbeRequest, { signal, owner }: Turn): Promise<Done> => {
    const answer = await files.ask(asked, { cpuLimit, signal, owner })
    if (answer === 'hostile') return hostile
    if (answer.kind !== 'done') throw failed(answer)
    // It is the server's own disk that didn't answer: no fault of the file, and worth another try.
    if (answer.issues.some(issue => issue.code === 'upload.unreadable'))
      throw new MediaError('failed', 'the stored file could not be read')
    return answer
  }
  return {
    async check(kind, { name, path, owner }, signal) {
      return (await ask({ path, as: { kind, name } }, { signal, owner })).issues
    },
    measure: async (path, signal) => (await ask({ path, as: undefined }, { signal })).duration,
    async picture(kind, { owner, ...picture }, signal) {
      const told = { cpuLimit: Math.min(cpuLimit, IMAGE_CPU_LIMIT), signal, owner }
      const answer = await pictures.ask({ picture, as: kind }, told)
      if (answer === 'hostile') return { issues: hostile.issues }
      if (answer.kind !== 'picture') throw failed(answer)
      return answer.checked
    },
    async document({ owner, ...document }, signal) {
      const told = { cpuLimit: Math.min(cpuLimit, DOCUMENT_CPU_LIMIT), signal, owner }
      const answer = await pictures.ask({ document }, told)
      if (answer === 'hostile') return { issues: [pdfIssue('tooComplex')] }
      if (answer.kind !== 'document') throw failed(answer)
      return answer.checked
    },
    async close() {
      await Promise.all([files.close(), pictures.close()])
    },
  }
}

const failed = (answer: ProbeResponse): MediaError =>
  new MediaError('failed', answer.kind === 'failed' ? answer.message : 'the thread answered something else')

/** VAL-18 */
const hostile: Done = {
  kind: 'done',
  issues: [{ path: 'file', code: 'validation.fileFormat' }],
  duration: undefined,
}
