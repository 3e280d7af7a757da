import type { Issue } from '../kernel/errors.ts'
import { hasAtLeast4, isBlank } from '../kernel/field-rules.ts'
import { checkWith } from '../kernel/issues.ts'
import { isClubOnly } from './club-only.ts'
import { type ChannelDraft, ChannelDraft as Schema } from './schema.ts'

/** CHAN-04 to CHAN-09: what is wrong with a channel as it would be stored. */
export const checkChannel = (draft: ChannelDraft): Issue[] => [
  ...checkWith(Schema, draft),
  ...checkTicks(draft),
  ...(draft.active ? checkActive(draft) : []),
]

/** CHAN-06, C-128: one tick among the availabilities and the status suffices. */
function checkTicks({ Availability: { inClub, appAndweb, hotel }, active }: ChannelDraft): Issue[] {
  return inClub || appAndweb || hotel || active ? [] : [{ path: 'Availability', code: 'channel.selectAny' }]
}

/** CHAN-07, CHAN-08 */
function checkActive(draft: ChannelDraft): Issue[] {
  const issues: Issue[] = []
  for (const path of ['displayName', 'description'] as const)
    if (!hasAtLeast4(draft[path])) issues.push({ path, code: 'validation.atLeast4' })
  if (isBlank(draft.profileImageUrl)) issues.push({ path: 'profileImageUrl', code: 'required.profilePic' })
  if (isBlank(draft.mediaSpaceImageUrl))
    issues.push({ path: 'mediaSpaceImageUrl', code: 'required.mediaSpace' })
  return issues
}

/** What a saved change does to what sites show. */
export type ChannelEffect = 'deactivated' | 'clubOnly'
type Shown = Pick<ChannelDraft, 'active' | 'Availability'>

/** C-103, C-104: switched off, its titles are unpublished everywhere; club only, it is unpublished from all tenants. */
export function effectsOf(before: Shown, after: Shown): ChannelEffect[] {
  return [
    ...(before.active && !after.active ? (['deactivated'] as const) : []),
    ...(!isClubOnly(before.Availability) && isClubOnly(after.Availability) ? (['clubOnly'] as const) : []),
  ]
}
