import { type Input, type Member, members } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { orNotFound } from '../kernel/missing.ts'
import type { Session } from '../kernel/session.ts'
import { sendForTenant } from '../tenants/tenant.ts'
import { itemHow, memberHow, memberRecord } from './read.ts'

type Draft<E extends 'update' | 'addItem' | 'updateItem'> = Omit<
  Input<(typeof members)[E]>,
  'tenantId' | 'userId' | 'itemId'
>

/** Corrects a member by hand; imports leave that as it is. */
export async function updateCommand(session: Session, userId: string, draft: Draft<'update'>): Promise<void> {
  const member = await orNotFound(sendForTenant(session, members.update, { userId, ...draft }), memberHow)
  tell(session, member, safe`Saved ${member.name}.`)
}

export async function setActiveCommand(session: Session, userId: string, isActive: boolean): Promise<void> {
  const call = isActive ? members.enable : members.disable
  const member = await orNotFound(sendForTenant(session, call, { userId }), memberHow)
  tell(session, member, isActive ? safe`${member.name} is on.` : safe`${member.name} is off.`)
}

export async function addItemCommand(
  session: Session,
  userId: string,
  draft: Draft<'addItem'>,
): Promise<void> {
  const member = await orNotFound(sendForTenant(session, members.addItem, { userId, ...draft }), memberHow)
  tell(session, member, safe`Added to ${member.name}.`)
}

export async function updateItemCommand(
  session: Session,
  itemId: string,
  draft: Draft<'updateItem'>,
): Promise<void> {
  const member = await orNotFound(sendForTenant(session, members.updateItem, { itemId, ...draft }), itemHow)
  tell(session, member, safe`Saved ${itemId}.`)
}

export async function endItemCommand(session: Session, itemId: string, endsOn?: string): Promise<void> {
  const member = await orNotFound(sendForTenant(session, members.endItem, { itemId, endsOn }), itemHow)
  tell(session, member, safe`Ended ${itemId}.`)
}

function tell(session: Session, member: Member, done: ReturnType<typeof safe>): void {
  session.print.record(member, memberRecord(member))
  session.print.done(done)
}
