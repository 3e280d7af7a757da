import {
  type Checked,
  checkEach,
  createMessages,
  en,
  type InboundSource,
  type Issue,
  inList,
  KinoraError,
  type MemberRowResult,
  SiteMemberRow,
  type siteContent,
} from '@kinora/core'
import type { MemberRow } from '@kinora/core/bulk'
import { sql } from 'drizzle-orm'
import type { Handler } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { storeRows } from '../members/index.ts'
import type { Database } from '../ports/db.ts'
import { assertSiteRateLimit } from '../site-access/index.ts'
import { readSources } from '../tenant-settings/index.ts'

const messages = createMessages(en)
const list = { list: 'members', idKey: 'externalUserId' }

/** C-146: members and items of MMS or Pseudo SSO, judged row by row; one call of a site after the other. */
export const addMembers: Handler<typeof siteContent.addMembers> = async (
  { source, members },
  { scope, deps },
) => {
  await assertSiteRateLimit('members', scope.tenantId, deps)
  const from = await sourceOf(scope, deps.db, source)
  const checked = checkEach(SiteMemberRow, members, list)
  const rows = checked.map(toRow)
  const { tenantId } = scope
  const storedOf = await deps.db.transaction(async tx => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.members'), hashtext(${tenantId}))`)
    return storeRows(tx, rows, { tenantId, source: from, userId: null, now: deps.clock.now() })
  })
  const data = checked.map((each, index): MemberRowResult => {
    const { state, kept } = storedOf(rows[index]!)
    const { id } = each
    if ('issues' in each) return { id, state, status: 400, issues: each.issues.map(toTold) }
    const issue: Issue = { path: '', code: 'memberImport.kept', params: { fields: kept.join(', ') } }
    const issues = kept.length > 0 ? [toTold(inList(issue, list.list, index))] : []
    return { id, state, status: state === 'added' ? 201 : 200, issues }
  })
  return { data }
}

const toTold = (issue: Issue) => ({ path: issue.path, code: issue.code, text: messages.issue(issue) })

/** The source that the web settings name; where they name both, the call says which. */
async function sourceOf(
  { tenantId }: OfTenant,
  db: Database,
  named: InboundSource | undefined,
): Promise<InboundSource> {
  const sources = (await readSources(db, tenantId)).filter(one => one === 'mms' || one === 'pseudosso')
  const [first, second] = sources
  if (first === undefined) throw refused('siteContent.noSource')
  if (named !== undefined && !sources.includes(named))
    throw refused('siteContent.otherSource', { source: en[`source.${named}`] }, 'source')
  if (named === undefined && second !== undefined)
    throw new KinoraError('invalid', { issues: [{ path: 'source', code: 'siteContent.whichSource' }] })
  return named ?? first
}

/** A row as files of members have it. */
function toRow(each: Checked<SiteMemberRow>, row: number): MemberRow {
  if (!('entry' in each)) return { row, externalUserId: each.id, issues: [] }
  const { externalUserId, name, email, subscriptionTitle, productId, status, ...told } = each.entry
  const title = subscriptionTitle ?? ''
  if (title === '' && productId === null)
    return { row, externalUserId, record: { externalUserId, name, email } }
  const subscription = { title, productId: productId ?? '', status: status ?? ('active' as const), ...told }
  return { row, externalUserId, record: { externalUserId, name, email, subscription } }
}
