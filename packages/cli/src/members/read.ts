import {
  entitlements,
  entitlementTexts,
  fillText,
  type Input,
  type Member,
  type MemberImport,
  type MemberSubscription,
  memberImports,
  members,
  PAGE_SIZE,
} from '@kinora/core'
import { statusLook, statusOf } from '../batches/read.ts'
import { safe } from '../kernel/cells.ts'
import { orNotFound } from '../kernel/missing.ts'
import { showPage } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import { saveResponse } from '../kernel/save-response.ts'
import { agree, requireFlag, type Session } from '../kernel/session.ts'
import { sendForTenant } from '../tenants/tenant.ts'

export const memberHow = 'Check the id. List members: kinora members list'
export const itemHow = 'Check the id. See a member’s items with their ids: kinora members show ID'
export const importHow = 'Check the id. List imports: kinora members imports'

const periodOf = ({ startDate, endDate }: MemberSubscription): string =>
  startDate === null && endDate === null ? '' : `${startDate ?? ''}..${endDate ?? ''}`
const stateOf = ({ isActive }: Member): string => (isActive ? 'on' : 'off')
const itemOf = (item: MemberSubscription): string =>
  [item.title || item.productId, item.status, item.source].join(' / ')

const columns: readonly Column<Member>[] = [
  { header: 'USER ID', value: member => member.userId, look: 'accent' },
  { header: 'EXTERNAL ID', value: member => member.externalUserId },
  { header: 'NAME', value: member => member.name, flexible: true },
  { header: 'EMAIL', value: member => member.email, flexible: true },
  { header: 'CREATED', value: member => member.createdDate.slice(0, 10), look: 'dim' },
  {
    header: 'STATE',
    value: member => stateOf(member),
    look: member => (member.isActive ? undefined : 'warn'),
  },
  {
    header: 'SUBSCRIPTIONS',
    value: member => member.subscriptionItems.map(itemOf).join('; '),
    flexible: true,
  },
]

type Filter = Omit<Input<typeof members.list>, 'tenantId'>

/** USER-08, API-144 */
export async function listCommand(session: Session, filter: Filter): Promise<void> {
  await showPage(session, () => sendForTenant(session, members.list, filter), columns)
}

/** API-147 */
export async function showCommand(session: Session, userId: string): Promise<void> {
  const member = await orNotFound(sendForTenant(session, members.fetch, { userId }), memberHow)
  session.print.record(member, memberRecord(member))
}

/** LIVE-08: the answer is a result, whichever it is. */
export async function explainCommand(
  session: Session,
  question: Omit<Input<typeof entitlements.explain>, 'tenantId'>,
): Promise<void> {
  const { print } = session
  const how = 'Check both ids. List them: kinora members list, kinora titles list'
  const found = await orNotFound(sendForTenant(session, entitlements.explain, question), how)
  const texts = entitlementTexts
  if (print.json) print.record(found, [])
  else
    print.table(found.reasons, [
      { header: 'ASKED', value: ({ rule }) => texts[`ui.entitlement.rule.${rule}`], look: 'accent' },
      {
        header: 'MET',
        value: ({ isMet }) => (isMet ? 'yes' : 'no'),
        look: ({ isMet }) => (isMet ? 'good' : 'bad'),
      },
      {
        header: 'WHY',
        value: ({ finding, names }) =>
          fillText(texts[`ui.entitlement.${finding}`], { names: names.join(', ') }),
        flexible: true,
      },
    ])
  print.note(texts[found.isAllowed ? 'ui.entitlement.yes' : 'ui.entitlement.no'])
}

/** A member with its items, a line each. */
export const memberRecord = (member: Member): (readonly [string, string | null])[] => [
  ['user id', member.userId],
  ['external id', member.externalUserId],
  ['name', member.name],
  ['email', member.email],
  ['state', member.isActive ? 'on' : `off since ${member.disabledAt}`],
  ['corrected by hand', member.corrected.join(', ')],
  ['created', member.createdDate],
  ['last login', member.lastLoginAt],
  ['last access', member.lastAccessedAt],
  ...member.subscriptionItems.map(
    item => ['subscription', [itemOf(item), periodOf(item), item.price ?? '', item.id].join(' ')] as const,
  ),
]

/** USER-09, API-145 */
export async function exportCommand(
  session: Session,
  { output, ...filter }: Filter & { output?: string },
): Promise<void> {
  await saveResponse(session, await sendForTenant(session, members.export, filter, { timeout: 0 }), output)
}

/** Asked first: nothing brings a member back. */
export async function eraseCommand(
  session: Session,
  userId: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  if (!yes) requireFlag(session, '--yes')
  const { name } = await orNotFound(sendForTenant(session, members.fetch, { userId }), memberHow)
  await agree(session, yes, safe`Erase ${name} (${userId}) for good?`)
  await sendForTenant(session, members.erase, { userId })
  session.print.done(safe`Erased ${userId}.`)
}

const standingOf = ({ status, failedUsers: bad }: MemberImport) => ({ status, rows: { bad } })

const importColumns: readonly Column<MemberImport>[] = [
  { header: 'ID', value: found => found.fileId, look: 'accent' },
  { header: 'NAME', value: found => found.name, flexible: true },
  {
    header: 'STATUS',
    value: found => statusOf(standingOf(found)),
    look: found => statusLook(standingOf(found)),
  },
  { header: 'USERS', value: found => found.totalUsers, align: 'right' },
  { header: 'DONE', value: found => found.doneUsers, align: 'right' },
  { header: 'FAILED', value: found => found.failedUsers, align: 'right' },
  { header: 'UPLOADED BY', value: found => found.uploadedBy, flexible: true },
  { header: 'CREATED', value: found => found.createdDate, look: 'dim' },
]

/** API-148 */
export async function importsCommand(session: Session, { all }: { all?: boolean }): Promise<void> {
  const { data } = await sendForTenant(session, memberImports.list, { take: all ? -1 : PAGE_SIZE })
  session.print.table(data, importColumns)
}

/** USER-06, API-151 */
export async function reportCommand(
  session: Session,
  fileId: string,
  { output }: { output?: string },
): Promise<void> {
  const answer = sendForTenant(session, memberImports.download, { fileId }, { timeout: 0 })
  await saveResponse(session, await orNotFound(answer, importHow), output)
}
