import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/field-rules.ts'
import { checkPeriod } from '../kernel/formats.ts'
import { checkWith } from '../kernel/issues.ts'
import { MemberItemDraft } from './schema.ts'

/** An item says what it is of, and doesn’t end before it begins (C-131). */
export function checkMemberItem(draft: MemberItemDraft): Issue[] {
  const issues = checkWith(MemberItemDraft, draft)
  if (isBlank(draft.title) && isBlank(draft.productId))
    issues.push({ path: 'title', code: 'member.itemNameless' })
  return issues.length > 0 ? issues : checkPeriod(draft, ['startsOn', 'endsOn'])
}
