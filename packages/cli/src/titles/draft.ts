import { checkTitle, KinoraError, type TitleDraft } from '@kinora/core'
import { withFlags } from '../kernel/exit.ts'
import { uploadImage } from '../kernel/image-fields.ts'
import type { Session } from '../kernel/session.ts'
import { flagOf } from '../kernel/verb.ts'
import { draftFlags } from './flags.ts'
import { withIds } from './references.ts'

export type GivenDraft = Partial<TitleDraft> & { externalId?: string }

/** What the flags say, as the server takes it: names as ids, a local cover as its address. Nothing is created yet; `check` is asked before the cover is sent. */
export async function toDraft(
  session: Session,
  given: Record<string, unknown>,
  check?: (draft: GivenDraft) => Promise<void>,
): Promise<GivenDraft> {
  return toCheckedDraft(session, given, check).catch((error: unknown) => {
    throw withFlags(error, key => (key in given ? `--${flagOf(key, draftFlags)}` : undefined))
  })
}

async function toCheckedDraft(...[session, given, check]: Parameters<typeof toDraft>): Promise<GivenDraft> {
  const issues = checkTitle(given as Partial<TitleDraft>)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const draft = (await withIds(session, given)) as GivenDraft
  await check?.(draft)
  if (!draft.imageLink || isAddress(draft.imageLink)) return draft
  const cover = { kind: 'titleCover', asset: 'cover', path: draft.imageLink } as const
  const imageLink = await uploadImage(session, cover)
  return { ...draft, imageLink, thumbnailType: draft.thumbnailType ?? 'custom' }
}

/** A full address, or one that this platform hands out itself. */
const isAddress = (value: string): boolean => /^https?:\/\/|^\/media\/images\//.test(value)
