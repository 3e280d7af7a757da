import { type Issue, isRichText } from '@kinora/core'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { isRichTextAllowed } from '../../tenants/index.ts'

/** ROLE-15, TITLE-41: who may not format leaves formatted text as it is, or replaces it with plain text. */
export async function checkFormatting(
  scope: Scope,
  tx: Database,
  { before, after }: { before: string; after: string | undefined },
): Promise<Issue[]> {
  if (after === undefined || after === before || !isRichText(after)) return []
  if (await isRichTextAllowed(scope, tx)) return []
  return [{ path: 'classDescription', code: 'title.formattingNotAllowed' }]
}
