import type { titles as calls, Input } from '@kinora/core'
import { sha256, toHex } from '@kinora/core/uploads'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import type { GivenDraft } from './draft.ts'

export interface Creation {
  tag: string
  /** Forgets the intent: from now on the same command makes another title. */
  done(): Promise<void>
}

/**
 * A title for a file, made once: the intent is in the journal before the server is asked and carries the external id
 * by which the server knows the title again, so that a command that was killed and repeated never makes two.
 */
export async function createOnce(
  session: Session,
  file: LocalFile,
  draft: GivenDraft & { className: string },
): Promise<Creation> {
  const url = await session.url()
  const key = toHex(
    await sha256(
      new TextEncoder().encode(
        JSON.stringify([url, file.path, draft.className, session.options.tenant ?? '']),
      ),
    ),
  )
  const record = session.world.journal.record<{ externalId: string; path: string }>(
    `creations/${key.slice(0, 32)}`,
  )
  const known = await record.read()
  const externalId = draft.externalId ?? known?.externalId ?? `upload-${crypto.randomUUID()}`
  if (known?.externalId !== externalId) await record.write({ externalId, path: file.path })
  const api = await session.api()
  const input = { ...draft, externalId, tenantId: session.options.tenant } as Input<typeof calls.create>
  const { tag, created } = await api.titles.create(input)
  const { externalId: _, ...fields } = draft
  if (!created) await api.titles.update({ tag, ...fields })
  return { tag, done: record.remove }
}
