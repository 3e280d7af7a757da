import { type titles as calls, type Input, titles } from '@kinora/core'
import { sha256, toHex } from '@kinora/core/uploads'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import type { GivenDraft } from './draft.ts'

export interface CreatedTitle {
  tag: string
  /** Removes the intent: the same command then creates another title. */
  done(): Promise<void>
}

/** What a command is to do, stored until it is done. */
interface Intent {
  externalId: string
  path: string
  /** The title, once the server has created it. */
  made?: { tag: string; asked: string }
}

/** The title that an unfinished run of the same command created; undefined if the arguments differ now. */
export async function findCreated(
  session: Session,
  file: LocalFile,
  { className, asked }: { className: string; asked: string },
): Promise<CreatedTitle | undefined> {
  const record = await recordOf(session, file, className)
  const made = (await record.read())?.made
  return made?.asked === asked ? { tag: made.tag, done: record.remove } : undefined
}

/**
 * A title for a file, created idempotently: the intent is in the journal before the server is asked and carries the external id
 * by which the server knows the title again, so that a command that was killed and repeated never makes two.
 */
export async function createOnce(
  session: Session,
  file: LocalFile,
  draft: GivenDraft & { className: string },
  asked: string | undefined,
): Promise<CreatedTitle> {
  const record = await recordOf(session, file, draft.className)
  const known = await record.read()
  const externalId = draft.externalId ?? known?.externalId ?? `upload-${crypto.randomUUID()}`
  const intent = { externalId, path: file.path }
  if (known?.externalId !== externalId) await record.write(intent)
  const send = await session.send()
  const input = { ...draft, externalId, tenantId: session.options.tenant } as Input<typeof calls.create>
  const { tag, created } = await send(titles.create, input)
  const { externalId: _, ...fields } = draft
  if (!created) await send(titles.update, { tag, ...fields })
  if (asked !== undefined) await record.write({ ...intent, made: { tag, asked } })
  return { tag, done: record.remove }
}

async function recordOf(session: Session, file: LocalFile, className: string) {
  const about = JSON.stringify([await session.url(), file.path, className, session.options.tenant ?? ''])
  const key = toHex(await sha256(new TextEncoder().encode(about)))
  return session.world.journal.record<Intent>(`creations/${key.slice(0, 32)}`)
}
