import {
  categoryLanguages,
  KinoraError,
  type LocalisedText,
  Role,
  tenants,
  toLocalised,
  toTexts,
} from '@kinora/core'
import { missingIn } from '../kernel/missing.ts'
import type { Session } from '../kernel/session.ts'
import { toTagged } from '../kernel/tagged-text.ts'
import { actingTenant } from '../tenants/tenant.ts'

/** C-84: whose categories they are: a tenant’s, or the platform’s for administrators, who may name a tenant to list what it is offered. */
export async function categoryTenant(session: Session): Promise<string | undefined> {
  const { role } = await session.user()
  if (role === Role.Admin) return session.options.tenant
  return role === Role.Provider ? undefined : actingTenant(session)
}

type Named = Parameters<typeof categoryLanguages>[1]

/** CAT-09: the languages that texts may be in. */
export async function languagesFor(
  session: Session,
  tenantId: string | undefined,
  stored?: Named,
): Promise<string[]> {
  if (tenantId === undefined) return categoryLanguages(undefined, stored)
  const { data } = await (await session.send())(tenants.config, { tenantId })
  const [found] = data
  if (found === undefined) throw new KinoraError('notFound')
  return categoryLanguages(found.tenant, stored)
}

/** `Strength` is for all languages without a text of their own, `de-DE=Kraft` for one, `de-DE=` removes that. */
export function withTexts(before: LocalisedText | undefined, given: readonly string[]): LocalisedText {
  const texts: Record<string, string> = { ...(before && toTexts(before)) }
  for (const value of given) {
    const { tag = 'invariantText', text: written } = toTagged(value)
    texts[tag] = written
  }
  return toLocalised(texts)
}

/** Exit code 3: a category that isn't there, by its id. */
export const missingCategory = (session: Session, id: string): KinoraError =>
  missingIn(session, 'kinora categories list', id)
