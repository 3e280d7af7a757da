import { captions } from '../../captions/endpoints.ts'
import { toTrackName } from '../../captions/rules.ts'
import { readCaptionFile } from '../../captions/webvtt/index.ts'
import { images } from '../../images/endpoints.ts'
import { unreadable } from '../../kernel/byte-source.ts'
import { titles } from '../../titles/endpoints.ts'
import type { Title, TitleDraft } from '../../titles/schema.ts'
import { toTrailerProcessing, toVideoProcessing } from '../../uploads/index.ts'
import type { CaptionCell } from '../csv/row.ts'
import { withRetry } from './concurrency.ts'
import { captionSlot, identityOf, type Step } from './plan.ts'
import type { MediaFile, RunPorts } from './ports.ts'
import type { RowRecord, Slot } from './record.ts'

/** A row being processed. Its record is replaced as the journal grows: read it with `recordOf`. */
export interface Job {
  id: string
  draft: Partial<TitleDraft>
  content: string
}

export function recordOf(ports: RunPorts, id: string): RowRecord {
  return ports.run.rows.get(id)!
}

/** Performs one step and records it in the journal. Idempotent. */
export async function performStep(step: Step, job: Job, ports: RunPorts): Promise<void> {
  switch (step.kind) {
    case 'cover':
      return storeCover(step.file, job, ports)
    case 'create':
      return create(job, ports)
    case 'save':
      return save(job, ports)
    case 'captions':
      return storeCaption(step, job, ports)
    case 'upload':
      return store({ slot: 'file', role: 'video', file: step.file }, job, ports)
    case 'trailer':
      return store({ slot: 'trailer', role: 'trailer', file: step.file }, job, ports)
    case 'process':
      return recordOf(ports, job.id).retry ? encodeAgain(job, ports) : undefined
  }
}

/**
 * TITLE-37: the server answers with the title that has the external id already, if there is one. That is this row's
 * own where nobody had one before: the answer of the first attempt was lost.
 */
async function create(job: Job, ports: RunPorts): Promise<void> {
  const { id, content } = job
  const draft = draftOf(job, ports)
  const input = { ...draft, className: draft.className ?? id, externalId: id }
  const { tag, created } = await call(ports, () => ports.send(titles.create, input))
  const isOwn = created || recordOf(ports, id).existed === false
  const tagRecorded = ports.append({ kind: 'tag', id, tag, created: isOwn })
  if (created) await Promise.all([tagRecorded, ports.append({ kind: 'saved', id, content })])
  else await tagRecorded.then(() => save(job, ports))
}

async function save(job: Job, ports: RunPorts): Promise<void> {
  const { id, content } = job
  const { tag } = recordOf(ports, id)
  await call(ports, () => ports.send(titles.update, { ...draftOf(job, ports), tag }))
  await ports.append({ kind: 'saved', id, content })
}

/** A cover of one's own makes the thumbnail custom, unless the row says otherwise (TITLE-12). */
function draftOf(job: Job, ports: RunPorts): Partial<TitleDraft> {
  const url = recordOf(ports, job.id).stored.cover?.url
  if (url === undefined) return job.draft
  return { thumbnailType: 'custom', ...job.draft, imageLink: url }
}

async function storeCover(file: MediaFile, job: Job, ports: RunPorts): Promise<void> {
  const img = await toFile(file, file.name)
  const { url } = await call(ports, () => ports.send(images.upload, { img, assetType: 'cover' }))
  await recordStored(job, ports, { slot: 'cover', file: identityOf(file), url })
}

async function storeCaption(
  step: { caption: CaptionCell; file: MediaFile },
  job: Job,
  ports: RunPorts,
): Promise<void> {
  const { language, title } = step.caption
  const titleTag = recordOf(ports, job.id).tag
  const { name } = step.file
  const read = await toFile(step.file, name)
  const file = new File([read], toTrackName(name, (await readCaptionFile(read)).format))
  await call(ports, () => ports.send(captions.create, { titleTag, title, language, file }))
  await recordStored(job, ports, { slot: captionSlot(language), file: identityOf(step.file, title) })
}

async function store(
  what: { slot: 'file' | 'trailer'; role: 'video' | 'trailer'; file: MediaFile },
  job: Job,
  ports: RunPorts,
): Promise<void> {
  const { slot, role, file } = what
  const record = recordOf(ports, job.id)
  const progress = ports.report.sending(record, file)
  try {
    const { signal, sendFile } = ports
    const digest = await sendFile({
      tag: record.tag,
      role,
      file,
      signal,
      onProgress: sent => progress.update(sent),
    })
    progress.update(file.size)
    await recordStored(job, ports, { slot, file: identityOf(file), digest })
  } finally {
    progress.end()
  }
}

/** API-19, API-20: retries failed processing from the stored file, and titles that are stuck (VIDEO-14). */
async function encodeAgain(job: Job, ports: RunPorts): Promise<void> {
  const { tag, stored } = recordOf(ports, job.id)
  const again = async (isTrailerFile: boolean) => {
    await call(ports, () => ports.send(titles.retry, { tag, isTrailerFile }))
    await ports.append({ kind: 'encode', id: job.id, role: isTrailerFile ? 'trailer' : 'video' })
  }
  const page = await call(ports, () => ports.send(titles.find, { titleTags: [tag] }))
  const title = page.data.find(found => found.tag === tag)
  if (title === undefined) return
  if (stored.file !== undefined && canRetry(title.stuck)) await again(false)
  if (stored.trailer !== undefined && canRetry(title.trailerStuck)) await again(true)
  if (stored.file !== undefined && broken(toVideoProcessing(title).kind)) {
    await call(ports, () => ports.send(titles.encodeVideo, { tag }))
    await ports.append({ kind: 'encode', id: job.id, role: 'video' })
  }
  if (stored.trailer !== undefined && broken(toTrailerProcessing(title).kind)) {
    await call(ports, () => ports.send(titles.encodeTrailer, { tag }))
    await ports.append({ kind: 'encode', id: job.id, role: 'trailer' })
  }
}

const broken = (kind: string): boolean => kind === 'failed' || kind === 'cancelled'

/** A person decides whether to take back an upload that somebody has begun. */
const canRetry = (stuck: Title['stuck']): boolean =>
  stuck !== null && stuck.wayOut !== 'takeBack' && stuck.wayOut !== 'upload'

async function recordStored(
  job: Job,
  ports: RunPorts,
  given: { slot: Slot; file: string; url?: string; digest?: string },
): Promise<void> {
  const { slot, ...stored } = given
  await ports.append({ kind: 'stored', id: job.id, slot, stored })
}

/** Small enough to be sent with one call: what is not a Blob is read for it. */
async function toFile({ blob }: MediaFile, name: string): Promise<File> {
  if (blob instanceof Blob) return new File([blob], name)
  const bytes = await blob.arrayBuffer().catch((cause: unknown) => {
    throw unreadable(cause)
  })
  return new File([bytes], name)
}

function call<T>(ports: RunPorts, work: () => Promise<T>): Promise<T> {
  return withRetry(ports.clock, ports.signal, work)
}
